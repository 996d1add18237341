package core

import "math"

// filter is one refusal: a framework, in a role, does not want what it
// refused on an agent, nor less, before the deadline.
type filter struct {
	member        memberSlot
	epoch         uint32 // live only in this epoch of the member
	refusal       uint32 // index into filterTable.refusals
	deadlineNanos int64
}

// filterTable holds the filters for one agent.
//
// Invariants:
//  1. slots is an open-addressed table keyed by member, its length 0 or a
//     power of two, at most three quarters full; a slot is empty if and only
//     if its epoch is 0, where no member's epochs start;
//  2. used counts the occupied slots, those of an earlier epoch included:
//     they are swept when the table grows or a filter falls due;
//  3. refusals[i].refs counts the slots that name i.
//
// A member may have several filters for one agent: they follow each other
// in its probe sequence.
type filterTable struct {
	slots    []filter
	used     int
	refusals []refusal
	due      int64 // no live filter ends earlier; meaningless while used is 0
}

// refusal is what was refused, kept once however many frameworks refuse it.
type refusal struct {
	held bag
	refs int
}

func (t *filterTable) home(m memberSlot) int {
	return int(m*0x9E3779B1) & (len(t.slots) - 1)
}

// refuse returns the index of a refusal equal to b.
func (t *filterTable) refuse(b *bag) uint32 {
	vacant := -1
	for i := range t.refusals {
		r := &t.refusals[i]
		switch {
		case r.refs == 0:
			vacant = i
		case r.held.equal(b):
			r.refs++
			return uint32(i)
		}
	}
	if vacant < 0 {
		t.refusals = append(t.refusals, refusal{})
		vacant = len(t.refusals) - 1
	}
	r := &t.refusals[vacant]
	r.held.copyFrom(b)
	r.refs = 1
	return uint32(vacant)
}

// insert adds a filter; there must be room.
func (t *filterTable) insert(f filter) {
	i := t.home(f.member)
	for t.slots[i].epoch != 0 {
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.slots[i] = f
	t.used++
}

// addFilter installs a filter and queues the agent for its deadline.
func (a *Allocator) addFilter(slot agentSlot, m memberSlot, refused *bag, deadlineNanos int64) {
	t := &a.agents.at(slot).filters
	if 4*(t.used+1) > 3*len(t.slots) {
		a.rehash(t)
	}
	mem := a.members.at(m)
	mem.filters++
	t.insert(filter{member: m, epoch: mem.filterEpoch, refusal: t.refuse(refused), deadlineNanos: deadlineNanos})
	if t.used == 1 || deadlineNanos < t.due {
		t.due = deadlineNanos
		a.deadlines.put(slot, deadlineNanos)
	}
}

// rehash sweeps stale filters out and makes room for one more.
func (a *Allocator) rehash(t *filterTable) {
	live := 0
	for i := range t.slots {
		if f := &t.slots[i]; f.epoch != 0 && f.epoch == a.members.at(f.member).filterEpoch {
			live++
		}
	}
	size := 4
	for 4*(live+1) > 2*size {
		size *= 2
	}
	old := t.slots
	t.slots = make([]filter, size)
	t.used = 0
	for _, f := range old {
		if f.epoch == 0 {
			continue
		}
		if f.epoch == a.members.at(f.member).filterEpoch {
			t.insert(f)
		} else {
			t.refusals[f.refusal].refs--
		}
	}
}

// filtered reports whether a live filter of the member covers an offer:
// what was refused contains it.
func (a *Allocator) filtered(g *agent, m memberSlot, offer *bag) bool {
	mem := a.members.at(m)
	t := &g.filters
	if mem.filters == 0 || t.used == 0 {
		return false
	}
	for i := t.home(m); t.slots[i].epoch != 0; i = (i + 1) & (len(t.slots) - 1) {
		f := &t.slots[i]
		if f.member == m && f.epoch == mem.filterEpoch && t.refusals[f.refusal].held.contains(offer) {
			return true
		}
	}
	return false
}

// dropMemberFilters ends all filters of a member at once: those of an
// earlier epoch count no more.
func (a *Allocator) dropMemberFilters(m memberSlot) {
	mem := a.members.at(m)
	mem.filterEpoch++
	mem.filters = 0
}

// dropAgentFilters ends all filters for an agent, for inverse offers too.
func (a *Allocator) dropAgentFilters(slot agentSlot) {
	g := a.agents.at(slot)
	if g.maintenance != nil {
		g.maintenance.filters = g.maintenance.filters[:0]
	}
	a.expireAgent(slot, func(*filter) bool { return true })
}

// expireFilters ends the filters whose deadline is before now, or also at
// now if inclusive.
func (a *Allocator) expireFilters(now int64, inclusive bool) {
	for {
		slot, due, ok := a.deadlines.first()
		if !ok || due > now || due == now && !inclusive {
			return
		}
		a.expireAgent(slot, func(f *filter) bool {
			return f.deadlineNanos < now || f.deadlineNanos == now && inclusive
		})
	}
}

// expireAgent ends the filters of an agent that due selects, and sweeps
// those of an earlier epoch.
func (a *Allocator) expireAgent(slot agentSlot, due func(*filter) bool) {
	t := &a.agents.at(slot).filters
	kept := a.scratch.filters[:0]
	next := int64(math.MaxInt64)
	for i := range t.slots {
		f := t.slots[i]
		if f.epoch == 0 {
			continue
		}
		t.slots[i] = filter{}
		current := f.epoch == a.members.at(f.member).filterEpoch
		if current && !due(&f) {
			kept = append(kept, f)
			next = min(next, f.deadlineNanos)
			continue
		}
		t.refusals[f.refusal].refs--
		if current {
			a.endFilter(f.member)
			a.stir(slot)
		}
	}
	t.used = 0
	for _, f := range kept {
		t.insert(f)
	}
	a.scratch.filters = kept[:0]
	t.due = next
	if len(kept) == 0 {
		a.deadlines.remove(slot)
	} else {
		a.deadlines.put(slot, next)
	}
}

// endFilter accounts for a filter that ended by its deadline or with its
// agent.
func (a *Allocator) endFilter(m memberSlot) {
	a.members.at(m).filters--
	a.settleMember(m)
}
