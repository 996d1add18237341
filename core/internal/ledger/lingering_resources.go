package ledger

import (
	"iter"
	"math"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Lingering is what an agent's total lacks, but may be held, used or refused there all
// the same: it was in the total then, or it came with the agent, in use.
//
// To know, the ledger must look at all that is held, used and refused on the agent. It
// looks when the call ends that made it linger, again after Size/changesWorthLook
// changes, and at one agent per Advance.
type Lingering struct {
	Agent     slots.Agent
	Place     int          // in Lingerings.List
	Resources resource.Bag // as by resource.Bag.AddPresent
	Due       bool         // in Lingerings.Due
	Changes   int          // on the agent since it was looked at
	Size      int          // how many bags there were to look at
}

const (
	// changesWorthLook sets the pace: an agent is looked at again after
	// Size/changesWorthLook changes.
	changesWorthLook = 16
	// mostToLookAt is how many bags a call looks at before it begins no other agent.
	// The agent begun last is looked at in full.
	mostToLookAt = 1024
)

// Lingerings is what lingers on all agents.
//
// Invariants:
//  1. Of and List have the agents on which something lingers, and no others;
//  2. Agent.HasLingering is set on those agents, and on no others;
//  3. what is held, used or refused on an agent is in its total or lingers there.
type Lingerings struct {
	Of   map[slots.Agent]*Lingering
	List []*Lingering
	Next int          // place in List that LookAtNext came to last
	Due  []*Lingering // to be looked at when a call ends

	ledger  *Ledger
	scratch struct {
		change        resource.Difference
		still, gone   resource.Bag
		subscriptions []slots.Subscription
	}
}

// Add notes that b, as far as it is not in the agent's total, may be held, used or refused
// there.
func (t *Lingerings) Add(slot slots.Agent, g *agents.Agent, b *resource.Bag) {
	x, kinds := &t.scratch.change, t.ledger.kinds
	more := &x.Come
	more.Reset()
	more.AddPresent(b, &kinds.Kinds)
	more.RemovePresent(g.Total, &kinds.Kinds)
	if g.HasLingering {
		more.RemovePresent(&t.Of[slot].Resources, &kinds.Kinds)
	}
	if !more.Empty() {
		l := t.Open(slot, g)
		l.Resources.Add(more)
		kinds.Refer(&l.Resources, x)
		t.lookSoon(l)
	}
	resource.Poison(more)
}

// Open returns the Lingering of an agent, creating an empty one if there is none.
func (t *Lingerings) Open(slot slots.Agent, g *agents.Agent) *Lingering {
	if g.HasLingering {
		return t.Of[slot]
	}
	l := &Lingering{Agent: slot, Place: len(t.List)}
	g.Linger(true)
	t.Of[slot] = l
	t.List = append(t.List, l)
	return l
}

// Close forgets what lingers on an agent.
func (t *Lingerings) Close(l *Lingering) {
	t.ledger.agents.At(l.Agent).Linger(false)
	delete(t.Of, l.Agent)
	last := len(t.List) - 1
	t.List[l.Place] = t.List[last]
	t.List[l.Place].Place = l.Place
	t.List[last] = nil
	t.List = t.List[:last]
	gone := l.Resources
	l.Resources = resource.Bag{}
	t.ledger.kinds.Unrefer(&l.Resources, &gone)
}

// lookSoon has an agent looked at when the call ends.
func (t *Lingerings) lookSoon(l *Lingering) {
	if !l.Due {
		l.Due = true
		t.Due = append(t.Due, l)
	}
}

// Changed counts a change on an agent: something is no longer held, used or refused there.
func (t *Lingerings) Changed(slot slots.Agent, g *agents.Agent) {
	if !g.HasLingering {
		return
	}
	l := t.Of[slot]
	if l.Changes++; l.Changes*changesWorthLook >= l.Size {
		t.lookSoon(l)
	}
}

// LookAtNext has the next agent in List looked at when the call ends: a filter may have
// ended with its framework.
func (t *Lingerings) LookAtNext() {
	if t.Next++; t.Next >= len(t.List) {
		t.Next = 0
	}
	if t.Next < len(t.List) {
		t.lookSoon(t.List[t.Next])
	}
}

// LookAtDue looks at agents that are due, as many as mostToLookAt allows, and forgets what
// lingers there no longer. The others wait for the next call.
func (t *Lingerings) LookAtDue() {
	for left := mostToLookAt; left > 0 && len(t.Due) > 0; {
		last := len(t.Due) - 1
		l := t.Due[last]
		t.Due[last] = nil
		t.Due = t.Due[:last]
		l.Due = false
		if t.Of[l.Agent] == l {
			t.look(l)
			left -= l.Size
		}
	}
}

// look goes through all bags on an agent, and forgets what lingers there no longer.
func (t *Lingerings) look(l *Lingering) {
	lg := t.ledger
	g, kinds := lg.agents.At(l.Agent), &lg.kinds.Kinds
	still, gone := &t.scratch.still, &t.scratch.gone
	still.CopyFrom(&l.Resources)
	still.RemovePresent(g.Total, kinds)
	gone.CopyFrom(still)
	if !g.Filters.Empty() {
		// None ends by that: it forgets those that have ended.
		t.scratch.subscriptions = lg.frameworks.Filters.Sweep(l.Agent, g.FilterTable(), math.MinInt64, t.scratch.subscriptions[:0])
	}
	l.Changes, l.Size = 0, 0
	for b := range lg.BagsOf(g) {
		gone.RemovePresent(b, kinds)
		l.Size++
	}
	still.RemovePresent(gone, kinds)
	if still.Empty() {
		t.Close(l)
	} else {
		gone.CopyFrom(&l.Resources)
		gone.RemovePresent(still, kinds)
		l.Resources.CopyFrom(still)
		lg.kinds.Unrefer(&l.Resources, gone)
	}
	resource.Poison(still, gone)
}

// BagsOf ranges over all that is held, used and refused on an agent.
func (lg *Ledger) BagsOf(g *agents.Agent) iter.Seq[*resource.Bag] {
	return func(yield func(*resource.Bag) bool) {
		for _, ref := range g.Entries {
			if !yield(&lg.Entries.At(ref.Entry).Resources) {
				return
			}
		}
		for told := range g.AllTold {
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
