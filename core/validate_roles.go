package core

import (
	"slices"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

func (a *Allocator) validateMembers() error {
	if a.active.count() != a.activeMembers {
		return broken(5, "%d members active, not %d", a.active.count(), a.activeMembers)
	}
	if err := a.validateSets(); err != nil {
		return err
	}
	for slot := range uint32(a.frameworks.len()) {
		f := a.frameworks.at(slot)
		if f.name == "" {
			if f.known || len(f.members) > 0 {
				return broken(5, "framework %d: forgotten but known", slot)
			}
			continue
		}
		if a.frameworkByName[f.name] != slot || !f.known && f.entries == 0 {
			return broken(5, "framework %q: not found by its name, or a shadow of nothing", f.name)
		}
		for _, m := range f.members {
			if err := a.validateMember(f, slot, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// validateSets is about the sets of members by minimum and by what bars them.
func (a *Allocator) validateSets() error {
	barred := make([]int, a.members.len())
	for slot, b := range a.barred {
		members := b.members.appendSet(nil)
		if len(members) != b.count || b.count > 0 && !a.agents.at(uint32(slot)).live {
			return broken(5, "agent %d: %d members barred, not %d", slot, len(members), b.count)
		}
		for _, m := range members {
			barred[m]++
		}
	}
	for m, n := range barred {
		mem := a.members.at(uint32(m))
		if mem.barred != n || n > 0 && !mem.subscribed {
			return broken(5, "member %d: barred from %d agents, not %d", m, n, mem.barred)
		}
	}
	for id, x := range a.minima.list {
		members := x.members.appendSet(nil)
		if len(members) != x.count {
			return broken(5, "minimum %d: %d members, not %d", id, len(members), x.count)
		}
		for _, m := range members {
			if mem := a.members.at(m); !mem.live || mem.minimum != minimumID(id) {
				return broken(5, "minimum %d: member %d has another, or is gone", id, m)
			}
		}
	}
	return nil
}

func (a *Allocator) validateMember(f *framework, slot frameworkSlot, m memberSlot) error {
	mem := a.members.at(m)
	holds := mem.entries != none
	switch {
	case !mem.live || mem.framework != slot || !a.minima.list[mem.minimum].members.has(m):
		return broken(5, "framework %q: member %d is not its own", f.name, m)
	case !mem.subscribed && !holds && mem.filters == 0:
		return broken(5, "framework %q: member %d has no reason to be", f.name, m)
	case mem.tracked != (f.known && (mem.subscribed || holds)):
		return broken(5, "framework %q: member %d tracked %v", f.name, m, mem.tracked)
	case a.active.has(m) != mem.active:
		return broken(5, "framework %q: member %d is not in the set of active ones", f.name, m)
	case mem.active != (mem.tracked && mem.subscribed && !mem.suppressed && f.active):
		return broken(5, "framework %q: member %d active %v", f.name, m, mem.active)
	}
	if !mem.tracked {
		return nil
	}
	r := a.roles.get(mem.role)
	if int(mem.place) >= len(r.members) || r.members[mem.place] != m || r.byClient[mem.client] != m || r.frameworks.Path(mem.client) != f.name || r.frameworks.Active(mem.client) != mem.active {
		return broken(5, "framework %q: the sorter of role %q does not know it rightly", f.name, r.path)
	}
	return nil
}

// validateSums is about the sums over agents.
func (a *Allocator) validateSums() error {
	var total, revocable, reserved quantities.Row
	for _, slot := range a.agentsByID {
		g := a.agents.at(slot)
		g.total.scalars(&total, &a.kinds)
		g.free.scalarsOf(&revocable, &a.kinds, kindRevocable, kindRevocable)
		g.total.scalarsOf(&reserved, &a.kinds, kindReserved, kindReserved)
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
	reserved, heldReserved, heldUnreserved, allocated quantities.Row
}

func (a *Allocator) validateRoles() error {
	sums := make([]roleSums, a.roles.len())
	for _, slot := range a.agentsByID {
		a.sumAgent(sums, a.agents.at(slot))
	}
	quotas := 0
	var required quantities.Row
	var held, shadow quantities.Row
	for id := range RoleID(a.roles.len()) {
		r := a.roles.get(id)
		s := &sums[id]
		if !r.reserved.Equal(s.reserved) || !r.heldReserved.Equal(s.heldReserved) || !r.heldUnreserved.Equal(s.heldUnreserved) || !r.allocated.Equal(s.allocated) {
			return broken(7, "role %q: reserved %s, held %s and %s, allocated %s; the ledger has %s, %s and %s, %s", r.path,
				a.formatRow(r.reserved), a.formatRow(r.heldReserved), a.formatRow(r.heldUnreserved), a.formatRow(r.allocated),
				a.formatRow(s.reserved), a.formatRow(s.heldReserved), a.formatRow(s.heldUnreserved), a.formatRow(s.allocated))
		}
		if r.parent == noRole {
			held.Add(r.heldReserved)
			required.Add(r.need)
		}
		quotas += boolInt(r.hasQuota)
		if r.hasQuota == r.quota.isDefault() || r.quotaDirty != slices.Contains(a.quotaDirty, id) {
			return broken(7, "role %q: has quota %v, changed %v", r.path, r.hasQuota, r.quotaDirty)
		}
		if err := a.validateSorted(id, r); err != nil {
			return err
		}
	}
	for slot := range uint32(a.entries.len()) {
		if e := a.entries.at(slot); !e.held.empty() && !a.frameworks.at(a.members.at(e.member).framework).known {
			e.held.scalars(&shadow, &a.kinds)
		}
	}
	switch {
	case !held.Equal(a.roles.heldReserved):
		return broken(7, "reserved and held is %s instead of %s", a.formatRow(a.roles.heldReserved), a.formatRow(held))
	case quotas != a.quotaRoles || !required.Equal(a.required):
		return broken(7, "%d roles with quota instead of %d, requiring %s instead of %s", a.quotaRoles, quotas, a.formatRow(a.required), a.formatRow(required))
	case !shadow.Equal(a.shadowUse):
		return broken(7, "unknown frameworks hold %s instead of %s", a.formatRow(a.shadowUse), a.formatRow(shadow))
	}
	return nil
}

// sumAgent adds what one agent contributes to its roles' sums.
func (a *Allocator) sumAgent(sums []roleSums, g *agent) {
	for _, c := range g.total.counts {
		if k := &a.kinds.entries[c.item]; k.flags&kindReserved != 0 {
			for id := k.role; id != noRole; id = a.roles.get(id).parent {
				sums[id].reserved.AddAt(k.name, a.kinds.amount(c))
			}
		}
	}
	for i := range g.allocated {
		for id := g.allocated[i].role; id != noRole; id = a.roles.get(id).parent {
			g.allocated[i].held.scalarsOf(&sums[id].allocated, &a.kinds, kindReserved|kindRevocable, 0)
		}
	}
	for role, b := range a.heldByRole(g) {
		for id := role; id != noRole; id = a.roles.get(id).parent {
			b.scalarsOf(&sums[id].heldReserved, &a.kinds, kindReserved, kindReserved)
			b.scalarsOf(&sums[id].heldUnreserved, &a.kinds, kindReserved|kindRevocable, 0)
		}
	}
}

// heldByRole merges what known frameworks hold on an agent, by role, so that
// a shared volume counts once.
func (a *Allocator) heldByRole(g *agent) map[RoleID]*bag {
	out := map[RoleID]*bag{}
	for _, ref := range g.entries {
		e := a.entries.at(ref.entry)
		m := a.members.at(e.member)
		if !a.frameworks.at(m.framework).known {
			continue
		}
		if out[m.role] == nil {
			out[m.role] = &bag{}
		}
		out[m.role].add(&e.held)
	}
	return out
}

// validateSorted compares a role's sorters with the ledger.
func (a *Allocator) validateSorted(id RoleID, r *role) error {
	if (r.frameworks == nil) != (len(r.members) == 0) || (r.client == sorter.NoClient) != (r.frameworks == nil) {
		return broken(5, "role %q: %d members, sorter client %d", r.path, len(r.members), r.client)
	}
	if r.frameworks == nil {
		return nil
	}
	active := 0
	for _, m := range r.members {
		var row quantities.Row
		for i := a.members.at(m).entries; i != none; i = a.entries.at(i).nextOfMember {
			a.entries.at(i).held.scalars(&row, &a.kinds)
		}
		if !row.Equal(r.frameworks.Allocation(a.members.at(m).client)) {
			return broken(7, "role %q, member %d: the sorter has %s, the ledger %s", r.path, m,
				a.formatRow(r.frameworks.Allocation(a.members.at(m).client)), a.formatRow(row))
		}
		active += boolInt(a.members.at(m).active)
	}
	if active != r.active || a.byClient[r.client] != id || r.frameworks.Count() != len(r.members) {
		return broken(5, "role %q: %d members active, not %d", r.path, active, r.active)
	}
	var row quantities.Row
	for _, slot := range a.agentsByID {
		if b := a.heldByRole(a.agents.at(slot))[id]; b != nil {
			b.scalars(&row, &a.kinds)
		}
	}
	if !row.Equal(a.roleSorter.Allocation(r.client)) {
		return broken(7, "role %q: the sorter has %s, the ledger %s", r.path, a.formatRow(a.roleSorter.Allocation(r.client)), a.formatRow(row))
	}
	return nil
}

// validateRest looks for someone who would take what cycles pass over.
func (a *Allocator) validateRest() error {
	c := &a.scratch.cycle
	for _, slot := range a.agentsByID {
		if a.restless.has(slot) || !a.offerable.has(slot) || !a.eligible.has(slot) {
			continue
		}
		g := a.agents.at(slot)
		for id := range RoleID(a.roles.len()) {
			for _, m := range a.roles.get(id).members {
				mem := a.members.at(m)
				if !mem.active || a.isBarred(m, slot) {
					continue
				}
				caps := a.frameworks.at(mem.framework).capabilities
				offer := a.strip(c, a.reach(c, g, id), caps)
				if a.capable(caps, g) && a.allocatable(offer, a.minimum(mem)) && !a.declined(g, m, caps, offer) {
					return broken(8, "agent %q is passed over, but framework %q would take %s", g.name(), a.frameworks.at(mem.framework).name, a.format(offer))
				}
			}
		}
	}
	return nil
}
