package ledger

import (
	"iter"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// bagsEachCall is how many bags and agents the ledger goes through for each call, in the long run, to find what
// lingers no longer.
const bagsEachCall = 8

// Lingerings is what lingers on all agents: resources that an agent's total lacks, but that may
// still be held, used or refused there. The total had them before, or they were in use when the
// agent came.
//
// To know whether something still lingers, the ledger goes through all that is held, used and refused on the agent.
// It does so for one agent after the other, some at the end of each call (LookAtSome).
//
// Invariants:
//  1. Of and On have the agents on which something lingers, each at its place, and no others;
//  2. what is held, used or refused on an agent is in its total or lingers there.
type Lingerings struct {
	Of   map[slots.Agent]*Lingering
	On   []slots.Agent
	Next int // the place in On of the agent that is looked at next
	Left int // how many more bags and agents may be gone through; below 0 after an agent with many

	ledger  *Ledger
	scratch struct {
		change      resource.Difference
		still, gone resource.Bag
	}
}

// Lingering is what lingers on one agent.
type Lingering struct {
	Resources resource.Bag // as by resource.Bag.AddPresent
	place     int          // in Lingerings.On
}

// Add notes that b, as far as it is not in the agent's total, may be held, used or refused
// there.
func (t *Lingerings) Add(slot slots.Agent, g *agents.Agent, b *resource.Bag) {
	x, kinds := &t.scratch.change, t.ledger.kinds
	more := &x.Come
	more.Reset()
	more.AddPresent(b, kinds)
	more.RemovePresent(g.TotalBag(), kinds)
	if l, ok := t.Of[slot]; ok {
		more.RemovePresent(&l.Resources, kinds)
	}
	if !more.Empty() {
		t.enter(slot, x)
	}
	resource.Poison(more)
}

// enter adds x.Come to what lingers on an agent, which has nothing of it.
func (t *Lingerings) enter(slot slots.Agent, x *resource.Difference) {
	l, ok := t.Of[slot]
	if !ok {
		l = &Lingering{place: len(t.On)}
		t.Of[slot], t.On = l, append(t.On, slot)
	}
	l.Resources.Add(&x.Come)
	t.ledger.kinds.Refer(&l.Resources, x)
}

// Close forgets what lingers on an agent, if something does.
func (t *Lingerings) Close(slot slots.Agent) {
	l, ok := t.Of[slot]
	if !ok {
		return
	}
	last := len(t.On) - 1
	t.On[l.place], t.Of[t.On[last]].place = t.On[last], l.place
	t.On = t.On[:last]
	delete(t.Of, slot)
	t.ledger.kinds.Unrefer(&resource.Bag{}, &l.Resources)
}

// LookAtSome looks at agents, each once at most, while bags are Left, and forgets what lingers there no longer. It
// is called at the end of each call that may change something (core/release_interned.go).
func (t *Lingerings) LookAtSome() {
	t.Left += bagsEachCall
	for n := len(t.On); n > 0 && t.Left > 0; n-- {
		if t.Next >= len(t.On) {
			t.Next = 0
		}
		if t.look(t.On[t.Next]) {
			t.Next++
		}
	}
	t.Left = min(t.Left, 0)
}

// look goes through all bags on an agent, and forgets what lingers there no longer. It reports whether
// something still does.
func (t *Lingerings) look(slot slots.Agent) bool {
	lg, l := t.ledger, t.Of[slot]
	g, kinds := lg.agents.At(slot), lg.kinds
	still, gone := &t.scratch.still, &t.scratch.gone
	still.CopyFrom(&l.Resources)
	still.RemovePresent(g.TotalBag(), kinds)
	gone.CopyFrom(still)
	for b := range lg.bagsOf(g) {
		gone.RemovePresent(b, kinds)
		t.Left--
	}
	t.Left--
	still.RemovePresent(gone, kinds)
	lingers := !still.Empty()
	if lingers {
		gone.CopyFrom(&l.Resources)
		gone.RemovePresent(still, kinds)
		l.Resources.CopyFrom(still)
		lg.kinds.Unrefer(&l.Resources, gone)
	} else {
		t.Close(slot)
	}
	resource.Poison(still, gone)
	return lingers
}

// bagsOf ranges over all that is held, used and refused on an agent.
func (lg *Ledger) bagsOf(g *agents.Agent) iter.Seq[*resource.Bag] {
	return func(yield func(*resource.Bag) bool) {
		for _, ref := range g.Entries {
			if !yield(&lg.Entries.At(ref.Entry).Resources) {
				return
			}
		}
		for told := range g.PartsTold {
			if !yield(told) {
				return
			}
		}
		for b := range g.Filters.Refusals() {
			if !yield(b) {
				return
			}
		}
	}
}
