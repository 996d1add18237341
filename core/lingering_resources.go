package core

import (
	"iter"
	"math"

	"github.com/apportion/apportion/core/internal/resource"
)

// lingering is what an agent does not have in its total, but may be held, used or
// refused there all the same: it was in the total then, or came along as in use.
//
// Whether it still is, is not known without a look at all that is held, used and
// refused on the agent. It is looked at when the call ends by which something came
// to linger, and from then on after as many changes as make up for the look, and now
// and then as time goes by.
type lingering struct {
	agent     agentSlot
	place     int          // in lingerings.list
	resources resource.Bag // as by resource.Bag.AddPresent
	due       bool         // in lingerings.due
	changes   int          // on the agent since it was looked at
	size      int          // of what there was to look at
}

const (
	// changesWorthLook is the part of what there is to look at on an agent that must
	// have changed for another look.
	changesWorthLook = 16
	// mostToLookAt is how many bags are looked at when a call ends, and those of one
	// agent at least.
	mostToLookAt = 1024
)

// lingerings is what lingers on all agents.
//
// Invariants:
//  1. of and list have the agents on which something lingers, and no others;
//  2. those have hasLingering set, and no others.
type lingerings struct {
	of   map[agentSlot]*lingering
	list []*lingering
	next int          // of list, to be looked at as time goes by
	due  []*lingering // to be looked at when a call ends
}

// linger notes that b, as far as it is not in the agent's total, may be held, used
// or refused there.
func (a *Allocator) linger(slot agentSlot, g *agent, b *resource.Bag) {
	x := &a.scratch.lingering
	more, t := &x.Come, &a.kinds.Kinds
	more.Reset()
	more.AddPresent(b, t)
	more.RemovePresent(g.total, t)
	if g.hasLingering {
		more.RemovePresent(&a.lingerings.of[slot].resources, t)
	}
	if more.Empty() {
		return
	}
	l := a.openLingering(slot, g)
	l.resources.Add(more)
	a.kinds.refer(&l.resources, x)
	a.lookSoon(l)
}

// openLingering returns what lingers on an agent, nothing at first.
func (a *Allocator) openLingering(slot agentSlot, g *agent) *lingering {
	t := &a.lingerings
	if g.hasLingering {
		return t.of[slot]
	}
	l := &lingering{agent: slot, place: len(t.list)}
	g.hasLingering = true
	t.of[slot] = l
	t.list = append(t.list, l)
	return l
}

// closeLingering forgets what lingers on an agent.
func (a *Allocator) closeLingering(l *lingering) {
	t := &a.lingerings
	a.agents.At(l.agent).hasLingering = false
	delete(t.of, l.agent)
	last := len(t.list) - 1
	t.list[l.place] = t.list[last]
	t.list[l.place].place = l.place
	t.list[last] = nil
	t.list = t.list[:last]
	gone := l.resources
	l.resources = resource.Bag{}
	a.kinds.unrefer(&l.resources, &gone)
}

// lookSoon has an agent looked at when the call ends.
func (a *Allocator) lookSoon(l *lingering) {
	if !l.due {
		l.due = true
		a.lingerings.due = append(a.lingerings.due, l)
	}
}

// lingeringChanged notes that something on an agent is no longer held, used or
// refused there.
func (a *Allocator) lingeringChanged(slot agentSlot, g *agent) {
	if !g.hasLingering {
		return
	}
	l := a.lingerings.of[slot]
	if l.changes++; l.changes*changesWorthLook >= l.size {
		a.lookSoon(l)
	}
}

// lookAtNextLingering has the next of the agents looked at on which something
// lingers: a filter may have ended with its framework.
func (a *Allocator) lookAtNextLingering() {
	t := &a.lingerings
	if t.next++; t.next >= len(t.list) {
		t.next = 0
	}
	if t.next < len(t.list) {
		a.lookSoon(t.list[t.next])
	}
}

// lookAtLingering looks at agents that are due, and forgets what lingers there no
// longer. The rest waits for the next call.
func (a *Allocator) lookAtLingering() {
	t := &a.lingerings
	for left := mostToLookAt; left > 0 && len(t.due) > 0; {
		last := len(t.due) - 1
		l := t.due[last]
		t.due[last] = nil
		t.due = t.due[:last]
		l.due = false
		if t.of[l.agent] == l {
			a.look(l)
			left -= l.size
		}
	}
}

// look forgets what lingers no longer on an agent.
func (a *Allocator) look(l *lingering) {
	g, t := a.agents.At(l.agent), &a.kinds.Kinds
	still, gone := &a.scratch.used, &a.scratch.beyond
	still.CopyFrom(&l.resources)
	still.RemovePresent(g.total, t)
	gone.CopyFrom(still)
	if !g.filters.Empty() {
		// None ends by that: it forgets those that have ended.
		a.scratch.subscriptions = a.filters.Sweep(l.agent, &g.filters, math.MinInt64, a.scratch.subscriptions[:0])
	}
	l.changes, l.size = 0, 0
	for b := range a.bagsOf(l.agent, g) {
		gone.RemovePresent(b, t)
		l.size++
	}
	still.RemovePresent(gone, t)
	if still.Empty() {
		a.closeLingering(l)
		return
	}
	gone.CopyFrom(&l.resources)
	gone.RemovePresent(still, t)
	l.resources.CopyFrom(still)
	a.kinds.unrefer(&l.resources, gone)
}

// bagsOf ranges over all that is held, used and refused on an agent.
func (a *Allocator) bagsOf(slot agentSlot, g *agent) iter.Seq[*resource.Bag] {
	return func(yield func(*resource.Bag) bool) {
		for _, ref := range g.entries {
			if !yield(&a.entries.At(ref.entry).resources) {
				return
			}
		}
		for i := range g.inUse {
			if !yield(&g.inUse[i].told) {
				return
			}
		}
		for b := range g.filters.Refusals() {
			if !yield(b) {
				return
			}
		}
	}
}
