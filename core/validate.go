package core

import (
	"fmt"
)

// Validate checks the allocator's bookkeeping against itself and says what
// is wrong first. It is for tests and for hosts that suspect a fault; nothing
// a caller passes can make it fail. Under the build tag invariants every call
// that changes something ends with it.
//
// Invariants:
//  1. Bags: counts and spans are sorted, none is empty, flags are theirs.
//  2. Agents: handles, names and sets of agents agree; what is free is the
//     total less what is held, shared volumes excepted.
//  3. Ledger: an entry is on one agent's and one member's list, and not empty.
//  4. Filters: a member's count is that of its live filters; refusals count
//     their filters; no filter is due before its agent is.
//  5. Members: subscribed or holding ones are tracked, the active ones are
//     active in their sorter, and so are roles with an active member.
//  6. Sums: totals, reservations, free revocable resources, what tasks use.
//  7. Ledger and sorters agree: each client's allocation is the sum of its
//     entries, a role's of its members', a role's sums include its subroles'.
//  8. Rest: an agent that is passed over has nothing that anyone would take.
func (a *Allocator) Validate() error {
	for _, check := range []func() error{
		a.validateAgents, a.validateLedger, a.validateFilters, a.validateMembers,
		a.validateSums, a.validateRoles, a.validateRest,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// verify is Validate under the build tag invariants.
func (a *Allocator) verify() {
	if err := a.Validate(); err != nil {
		panic("apportion: invariant " + err.Error())
	}
}

func broken(number int, format string, args ...any) error {
	return fmt.Errorf("%d: %s", number, fmt.Sprintf(format, args...))
}

func (a *Allocator) validateBag(what string, b *bag) error {
	var flags kindFlags
	for i, c := range b.counts {
		if c.n <= 0 || i > 0 && b.counts[i-1].item >= c.item {
			return broken(1, "%s: item %d, count %d", what, c.item, c.n)
		}
		if c != a.kinds.count(c.item, c.n) {
			return broken(1, "%s: item %d, name %d, flags %b", what, c.item, c.name, c.flags)
		}
		flags |= c.flags
	}
	for i, x := range b.spans {
		if x.begin > x.end {
			return broken(1, "%s: kind %d: interval %d-%d", what, x.kind, x.begin, x.end)
		}
		if i > 0 {
			y := b.spans[i-1]
			if y.kind > x.kind || y.kind == x.kind && (y.end >= x.begin || x.begin-y.end <= 1) {
				return broken(1, "%s: kind %d: intervals out of order or touching", what, x.kind)
			}
		}
		flags |= a.kinds.flags(uint32(x.kind))
	}
	if flags != b.flags {
		return broken(1, "%s: flags %b instead of %b", what, b.flags, flags)
	}
	return nil
}

func (a *Allocator) validateAgents() error {
	live := 0
	for slot := range uint32(a.agents.len()) {
		g := a.agents.at(slot)
		if g.live != a.live.has(slot) {
			return broken(2, "agent %d: live %v", slot, g.live)
		}
		if !g.live {
			if a.candidates.has(slot) || a.eligible.has(slot) || a.offerable.has(slot) || a.maintained.has(slot) {
				return broken(2, "agent %d: removed, but in a set of agents", slot)
			}
			continue
		}
		live++
		if err := a.validateAgent(g, slot); err != nil {
			return err
		}
	}
	if live != a.agents.live() || live != a.agentByName.count || live != len(a.agentsByID) {
		return broken(2, "%d agents live, %d taken, %d named, %d listed", live, a.agents.live(), a.agentByName.count, len(a.agentsByID))
	}
	return nil
}

func (a *Allocator) validateAgent(g *agent, slot agentSlot) error {
	if found, ok := a.agentByName.find(g.name()); !ok || found != slot {
		return broken(2, "agent %q: not found by its name", g.name())
	}
	if a.eligible.has(slot) != (g.activated && a.whitelisted(g)) || a.offerable.has(slot) == g.free.empty() || a.maintained.has(slot) != (g.maintenance != nil) {
		return broken(2, "agent %q: a set of agents does not agree with it", g.name())
	}
	if !a.lists() && len(g.totalOrder)+len(g.usedOrder)+len(g.heldOrder) > 0 {
		return broken(2, "agent %q: has orders that nobody asks for", g.name())
	}
	var used, free bag
	for _, ref := range g.entries {
		used.add(&a.entries.at(ref.entry).held)
	}
	free.setFree(g.total, &used, &a.kinds)
	if !free.equal(&g.free) {
		return broken(2, "agent %q: free is %s instead of %s", g.name(), a.format(&g.free), a.format(&free))
	}
	if g.overdrawn != !g.total.covers(&used, &a.kinds) {
		return broken(2, "agent %q: overdrawn %v, total %s, used %s", g.name(), g.overdrawn, a.format(g.total), a.format(&used))
	}
	for _, b := range []*bag{g.total, &g.free} {
		if err := a.validateBag("agent "+g.name(), b); err != nil {
			return err
		}
	}
	for i := range g.allocated {
		w := &g.allocated[i]
		if err := a.validateBag("allocated on agent "+g.name(), &w.held); err != nil {
			return err
		}
		if w.held.empty() || g.allocatedOf(w.role) != &w.held {
			return broken(1, "agent %q: allocated to role %d is empty or there twice", g.name(), w.role)
		}
	}
	return nil
}

func (a *Allocator) validateLedger() error {
	onAgents := 0
	for slot := range uint32(a.agents.len()) {
		g := a.agents.at(slot)
		if !g.live {
			continue
		}
		for _, ref := range g.entries {
			e := a.entries.at(ref.entry)
			onAgents++
			if e.agent != slot || e.held.empty() || !a.members.at(e.member).live || g.findEntry(e.member) != ref.entry {
				return broken(3, "agent %q: entry %d of member %d", g.name(), ref.entry, e.member)
			}
			if err := a.validateBag("held on agent "+g.name(), &e.held); err != nil {
				return err
			}
		}
	}
	ofMembers := 0
	for slot := range uint32(a.frameworks.len()) {
		entries := 0
		for _, m := range a.frameworks.at(slot).members {
			before := none
			for i := a.members.at(m).entries; i != none; i = a.entries.at(i).nextOfMember {
				e := a.entries.at(i)
				entries++
				if e.member != m || e.prevOfMember != before {
					return broken(3, "member %d: entry %d", m, i)
				}
				before = i
			}
		}
		if entries != a.frameworks.at(slot).entries {
			return broken(3, "framework %q: %d entries instead of %d", a.frameworks.at(slot).name, a.frameworks.at(slot).entries, entries)
		}
		ofMembers += entries
	}
	if onAgents != ofMembers || onAgents != a.entries.live() {
		return broken(3, "%d entries on agents, %d of members, %d taken", onAgents, ofMembers, a.entries.live())
	}
	return nil
}

func (a *Allocator) validateFilters() error {
	live := make([]int, a.members.len())
	for slot := range uint32(a.agents.len()) {
		t := &a.agents.at(slot).filters
		refs := make([]uint32, len(t.refusals))
		for i, f := range t.list {
			if i > 0 && t.list[i-1].key > f.key {
				return broken(4, "agent %d: filter %d is out of order", slot, i)
			}
			if t.members&memberBit(f.key.member()) == 0 {
				return broken(4, "agent %d: member %d with a filter is not among those that have any", slot, f.key.member())
			}
			refs[f.key.refusal()]++
			if m := f.key.member(); f.key.epoch() == a.epochs[m] {
				live[m]++
				if f.deadline < t.due {
					return broken(4, "agent %d: a filter is due at %d, the agent at %d", slot, f.deadline, t.due)
				}
			}
		}
		for i := range refs {
			if refs[i] != t.refusals[i].refs {
				return broken(4, "agent %d: refusal %d is referred to %d times instead of %d", slot, i, t.refusals[i].refs, refs[i])
			}
		}
	}
	for m, n := range live {
		if n != a.members.at(uint32(m)).filters {
			return broken(4, "member %d: %d filters instead of %d", m, a.members.at(uint32(m)).filters, n)
		}
	}
	return nil
}
