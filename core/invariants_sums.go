package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// validateSums is about the sums over agents.
func (a *Allocator) validateSums() error {
	var total, revocable, reserved quantities.Row
	for _, slot := range a.agentsByID {
		g := a.agents.At(slot)
		g.total.Scalars(&total, &a.kinds.Kinds)
		g.free.ScalarsOf(&revocable, &a.kinds.Kinds, resource.Revocable, resource.Revocable)
		g.total.ScalarsOf(&reserved, &a.kinds.Kinds, resource.Reserved, resource.Reserved)
	}
	switch {
	case !total.Equal(a.totals.Total()):
		return broken(6, "total is %s instead of %s", a.formatRow(a.totals.Total()), a.formatRow(total))
	case !revocable.Equal(a.freeRevocable):
		return broken(6, "free revocable is %s instead of %s", a.formatRow(a.freeRevocable), a.formatRow(revocable))
	case !reserved.Equal(a.roles.reserved):
		return broken(6, "reserved is %s instead of %s", a.formatRow(a.roles.reserved), a.formatRow(reserved))
	}
	return nil
}

// roleSums is what the ledger says of one role and its subroles.
type roleSums struct {
	reserved, offeredOrAllocatedReserved, offeredOrAllocatedUnreserved, allocated quantities.Row
}

func (a *Allocator) validateRoles() error {
	sums := map[RoleID]*roleSums{}
	for n := range a.roles.All {
		sums[RoleID(n)] = &roleSums{}
	}
	for _, slot := range a.agentsByID {
		a.sumAgent(sums, a.agents.At(slot))
	}
	quotas, listed := 0, 0
	var required quantities.WideRow
	var held, unregistered quantities.Row
	for n, r := range a.roles.All {
		id, s := RoleID(n), sums[RoleID(n)]
		if !r.reserved.Equal(s.reserved) || !r.offeredOrAllocatedReserved.Equal(s.offeredOrAllocatedReserved) || !r.offeredOrAllocatedUnreserved.Equal(s.offeredOrAllocatedUnreserved) || !r.inUse.Equal(s.allocated) {
			return broken(7, "role %q: reserved %s, held %s and %s, allocated %s; the ledger has %s, %s and %s, %s", r.path,
				a.formatRow(r.reserved), a.formatRow(r.offeredOrAllocatedReserved), a.formatRow(r.offeredOrAllocatedUnreserved), a.formatRow(r.inUse),
				a.formatRow(s.reserved), a.formatRow(s.offeredOrAllocatedReserved), a.formatRow(s.offeredOrAllocatedUnreserved), a.formatRow(s.allocated))
		}
		if r.parent == noRole {
			held.Add(r.offeredOrAllocatedReserved)
			required.Change(quantities.Row{}, r.need)
		}
		quotas += boolInt(r.hasQuota)
		if r.hasQuota == r.quota.isDefault() || r.quotaDirty != slices.Contains(a.quotaDirty, id) || r.quotaDirty && a.quotaDirty[r.dirtyPlace] != id {
			return broken(7, "role %q: has quota %v, changed %v", r.path, r.hasQuota, r.quotaDirty)
		}
		if r.listed == r.isEmpty() {
			return broken(7, "role %q: listed %v", r.path, r.listed)
		}
		listed += boolInt(r.listed)
		if err := a.validateSorted(id, r); err != nil {
			return err
		}
	}
	for id := range a.roles.inUse() {
		listed -= boolInt(a.roles.get(id).listed)
	}
	for slot := range uint32(a.entries.Len()) {
		if e := a.entries.At(slot); !e.resources.Empty() && !a.frameworks.At(a.subscriptions.At(e.subscription).framework).registered {
			e.resources.Scalars(&unregistered, &a.kinds.Kinds)
		}
	}
	switch {
	case !held.Equal(a.roles.offeredOrAllocatedReserved):
		return broken(7, "reserved and held is %s instead of %s", a.formatRow(a.roles.offeredOrAllocatedReserved), a.formatRow(held))
	case listed != 0:
		return broken(7, "%d roles listed too few", listed)
	case quotas != a.quotaRoles || !required.Equal(&a.required):
		return broken(7, "%d roles with quota instead of %d, requiring %v instead of %v", a.quotaRoles, quotas, a.required, required)
	case !unregistered.Equal(a.unregisteredUse):
		return broken(7, "unregistered frameworks hold %s instead of %s", a.formatRow(a.unregisteredUse), a.formatRow(unregistered))
	}
	return nil
}

// sumAgent adds what one agent contributes to its roles' sums.
func (a *Allocator) sumAgent(sums map[RoleID]*roleSums, g *agent) {
	for _, c := range g.total.Counts {
		if k := a.kinds.Get(c.Item()); k.Flags&resource.Reserved != 0 {
			for id := RoleID(k.Role); id != noRole; id = a.roles.get(id).parent {
				sums[id].reserved.AddAt(k.Name, a.kinds.Amount(c))
			}
		}
	}
	for i := range g.inUse {
		for id := g.inUse[i].role; id != noRole; id = a.roles.get(id).parent {
			g.inUse[i].resources.ScalarsOf(&sums[id].allocated, &a.kinds.Kinds, resource.Reserved|resource.Revocable, 0)
		}
	}
	for role, b := range a.offeredOrAllocatedByRole(g) {
		for id := role; id != noRole; id = a.roles.get(id).parent {
			b.ScalarsOf(&sums[id].offeredOrAllocatedReserved, &a.kinds.Kinds, resource.Reserved, resource.Reserved)
			b.ScalarsOf(&sums[id].offeredOrAllocatedUnreserved, &a.kinds.Kinds, resource.Reserved|resource.Revocable, 0)
		}
	}
}

// offeredOrAllocatedByRole merges what registered frameworks hold on an agent, by role, so that
// a shared volume counts once.
func (a *Allocator) offeredOrAllocatedByRole(g *agent) map[RoleID]*resource.Bag {
	out := map[RoleID]*resource.Bag{}
	for _, ref := range g.entries {
		e := a.entries.At(ref.entry)
		m := a.subscriptions.At(e.subscription)
		if !a.frameworks.At(m.framework).registered {
			continue
		}
		if out[m.role] == nil {
			out[m.role] = &resource.Bag{}
		}
		out[m.role].Add(&e.resources)
	}
	return out
}

// validateSorted compares a role's sorters with the ledger.
func (a *Allocator) validateSorted(id RoleID, r *role) error {
	if (r.frameworks == nil) != (len(r.subscriptions) == 0) || (r.client == sorter.NoClient) != (r.frameworks == nil) {
		return broken(5, "role %q: %d subscriptions, sorter client %d", r.path, len(r.subscriptions), r.client)
	}
	if r.frameworks == nil {
		return nil
	}
	active := 0
	for _, m := range r.subscriptions {
		var row quantities.Row
		for i := a.subscriptions.At(m).entries; i != none; i = a.entries.At(i).nextOfSubscription {
			a.entries.At(i).resources.Scalars(&row, &a.kinds.Kinds)
		}
		if !row.Equal(r.frameworks.Allocation(a.subscriptions.At(m).client)) {
			return broken(7, "role %q, subscription %d: the sorter has %s, the ledger %s", r.path, m,
				a.formatRow(r.frameworks.Allocation(a.subscriptions.At(m).client)), a.formatRow(row))
		}
		active += boolInt(a.subscriptions.At(m).active)
	}
	if active != r.active || a.byClient[r.client] != id || r.frameworks.Count() != len(r.subscriptions) {
		return broken(5, "role %q: %d subscriptions active, not %d", r.path, active, r.active)
	}
	var row quantities.Row
	for _, slot := range a.agentsByID {
		if b := a.offeredOrAllocatedByRole(a.agents.At(slot))[id]; b != nil {
			b.Scalars(&row, &a.kinds.Kinds)
		}
	}
	if !row.Equal(a.roleSorter.Allocation(r.client)) {
		return broken(7, "role %q: the sorter has %s, the ledger %s", r.path, a.formatRow(a.roleSorter.Allocation(r.client)), a.formatRow(row))
	}
	return nil
}
