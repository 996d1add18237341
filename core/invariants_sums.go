package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// validateSums checks the sums over agents.
func (a *Allocator) validateSums() error {
	var total, revocable, reserved quantities.Row
	for _, slot := range a.agents.ByID {
		g := a.agents.At(slot)
		g.Total.Scalars(&total, &a.kinds.Kinds)
		g.Free.ScalarsOf(&revocable, &a.kinds.Kinds, resource.Revocable, resource.Revocable)
		g.Total.ScalarsOf(&reserved, &a.kinds.Kinds, resource.Reserved, resource.Reserved)
	}
	switch {
	case !total.Equal(a.totals.Total()):
		return broken(6, "total is %s instead of %s", a.kinds.FormatRow(a.totals.Total()), a.kinds.FormatRow(total))
	case !revocable.Equal(a.agents.FreeRevocable):
		return broken(6, "free revocable is %s instead of %s", a.kinds.FormatRow(a.agents.FreeRevocable), a.kinds.FormatRow(revocable))
	case !reserved.Equal(a.roles.Reserved):
		return broken(6, "reserved is %s instead of %s", a.kinds.FormatRow(a.roles.Reserved), a.kinds.FormatRow(reserved))
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
	for _, slot := range a.agents.ByID {
		a.sumAgent(sums, a.agents.At(slot))
	}
	quotas, listed := 0, 0
	var required quantities.WideRow
	var held, unregistered quantities.Row
	for n, r := range a.roles.All {
		id, s := RoleID(n), sums[RoleID(n)]
		if !r.Reserved.Equal(s.reserved) || !r.OfferedOrAllocatedReserved.Equal(s.offeredOrAllocatedReserved) || !r.OfferedOrAllocatedUnreserved.Equal(s.offeredOrAllocatedUnreserved) || !r.InUse.Equal(s.allocated) {
			return broken(7, "role %q: reserved %s, held %s and %s, allocated %s; the ledger has %s, %s and %s, %s", r.Path,
				a.kinds.FormatRow(r.Reserved), a.kinds.FormatRow(r.OfferedOrAllocatedReserved), a.kinds.FormatRow(r.OfferedOrAllocatedUnreserved), a.kinds.FormatRow(r.InUse),
				a.kinds.FormatRow(s.reserved), a.kinds.FormatRow(s.offeredOrAllocatedReserved), a.kinds.FormatRow(s.offeredOrAllocatedUnreserved), a.kinds.FormatRow(s.allocated))
		}
		if r.Parent == api.NoRole {
			held.Add(r.OfferedOrAllocatedReserved)
			required.Change(quantities.Row{}, r.Need)
		}
		quotas += assert.BoolInt(r.HasQuota)
		if r.HasQuota == r.Quota.IsDefault() || r.QuotaDirty != slices.Contains(a.roles.ToReassess, id) || r.QuotaDirty && a.roles.ToReassess[r.DirtyPlace] != id {
			return broken(7, "role %q: has quota %v, changed %v", r.Path, r.HasQuota, r.QuotaDirty)
		}
		if r.Listed == r.IsEmpty() {
			return broken(7, "role %q: listed %v", r.Path, r.Listed)
		}
		listed += assert.BoolInt(r.Listed)
		if err := a.validateSorted(id, r); err != nil {
			return err
		}
	}
	for id := range a.roles.InUse() {
		listed -= assert.BoolInt(a.roles.Get(id).Listed)
	}
	for slot := range uint32(a.ledger.Entries.Len()) {
		if e := a.ledger.Entries.At(slot); !e.Resources.Empty() && !a.frameworks.At(a.frameworks.Subscriptions.At(e.Subscription).Framework).Registered {
			e.Resources.Scalars(&unregistered, &a.kinds.Kinds)
		}
	}
	switch {
	case !held.Equal(a.roles.OfferedOrAllocatedReserved):
		return broken(7, "reserved and held is %s instead of %s", a.kinds.FormatRow(a.roles.OfferedOrAllocatedReserved), a.kinds.FormatRow(held))
	case listed != 0:
		return broken(7, "%d roles listed too few", listed)
	case quotas != a.roles.WithQuota || !required.Equal(&a.roles.Required):
		return broken(7, "%d roles with quota instead of %d, requiring %v instead of %v", a.roles.WithQuota, quotas, a.roles.Required, required)
	case !unregistered.Equal(a.ledger.UnregisteredUse):
		return broken(7, "unregistered frameworks hold %s instead of %s", a.kinds.FormatRow(a.ledger.UnregisteredUse), a.kinds.FormatRow(unregistered))
	}
	return nil
}

// sumAgent adds what one agent contributes to its roles' sums.
func (a *Allocator) sumAgent(sums map[RoleID]*roleSums, g *agents.Agent) {
	for _, c := range g.Total.Counts {
		if k := a.kinds.Get(c.Item()); k.Flags&resource.Reserved != 0 {
			for id := RoleID(k.Role); id != api.NoRole; id = a.roles.Get(id).Parent {
				sums[id].reserved.AddAt(k.Name, a.kinds.Amount(c))
			}
		}
	}
	for i := range g.InUse {
		for id := g.InUse[i].Role; id != api.NoRole; id = a.roles.Get(id).Parent {
			g.InUse[i].Resources.ScalarsOf(&sums[id].allocated, &a.kinds.Kinds, resource.Reserved|resource.Revocable, 0)
		}
	}
	for role, b := range a.offeredOrAllocatedByRole(g) {
		for id := role; id != api.NoRole; id = a.roles.Get(id).Parent {
			b.ScalarsOf(&sums[id].offeredOrAllocatedReserved, &a.kinds.Kinds, resource.Reserved, resource.Reserved)
			b.ScalarsOf(&sums[id].offeredOrAllocatedUnreserved, &a.kinds.Kinds, resource.Reserved|resource.Revocable, 0)
		}
	}
}

// offeredOrAllocatedByRole merges what registered frameworks hold on an agent, by role. A
// shared volume counts once.
func (a *Allocator) offeredOrAllocatedByRole(g *agents.Agent) map[RoleID]*resource.Bag {
	out := map[RoleID]*resource.Bag{}
	for _, ref := range g.Entries {
		e := a.ledger.Entries.At(ref.Entry)
		m := a.frameworks.Subscriptions.At(e.Subscription)
		if !a.frameworks.At(m.Framework).Registered {
			continue
		}
		if out[m.Role] == nil {
			out[m.Role] = &resource.Bag{}
		}
		out[m.Role].Add(&e.Resources)
	}
	return out
}

// validateSorted compares a role's sorters with the ledger.
func (a *Allocator) validateSorted(id RoleID, r *roles.Role) error {
	if (r.Frameworks == nil) != (len(r.Subscriptions) == 0) || (r.Client == sorter.NoClient) != (r.Frameworks == nil) {
		return broken(5, "role %q: %d subscriptions, sorter client %d", r.Path, len(r.Subscriptions), r.Client)
	}
	if r.Frameworks == nil {
		return nil
	}
	active := 0
	for _, m := range r.Subscriptions {
		var row quantities.Row
		for i := a.frameworks.Subscriptions.At(m).Entries; i != slots.None; i = a.ledger.Entries.At(i).NextOfSubscription {
			a.ledger.Entries.At(i).Resources.Scalars(&row, &a.kinds.Kinds)
		}
		if !row.Equal(r.Frameworks.Allocation(a.frameworks.Subscriptions.At(m).Client)) {
			return broken(7, "role %q, subscription %d: the sorter has %s, the ledger %s", r.Path, m,
				a.kinds.FormatRow(r.Frameworks.Allocation(a.frameworks.Subscriptions.At(m).Client)), a.kinds.FormatRow(row))
		}
		active += assert.BoolInt(a.frameworks.Subscriptions.At(m).Active)
	}
	if active != r.Active || a.roles.ByClient[r.Client] != id || r.Frameworks.Count() != len(r.Subscriptions) {
		return broken(5, "role %q: %d subscriptions active, not %d", r.Path, active, r.Active)
	}
	var row quantities.Row
	for _, slot := range a.agents.ByID {
		if b := a.offeredOrAllocatedByRole(a.agents.At(slot))[id]; b != nil {
			b.Scalars(&row, &a.kinds.Kinds)
		}
	}
	if !row.Equal(a.roles.Sorter.Allocation(r.Client)) {
		return broken(7, "role %q: the sorter has %s, the ledger %s", r.Path, a.kinds.FormatRow(a.roles.Sorter.Allocation(r.Client)), a.kinds.FormatRow(row))
	}
	return nil
}
