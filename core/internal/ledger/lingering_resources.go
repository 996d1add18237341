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
	Next int          // place in List that LookAtNextLingering came to last
	Due  []*Lingering // to be looked at when a call ends
}

// Linger notes that b, as far as it is not in the agent's total, may be held, used
// or refused there.
func (lg *Ledger) Linger(slot slots.Agent, g *agents.Agent, b *resource.Bag) {
	x := &lg.scratch.lingering
	more, t := &x.Come, &lg.kinds.Kinds
	more.Reset()
	more.AddPresent(b, t)
	more.RemovePresent(g.Total, t)
	if g.HasLingering {
		more.RemovePresent(&lg.Lingerings.Of[slot].Resources, t)
	}
	if more.Empty() {
		return
	}
	l := lg.OpenLingering(slot, g)
	l.Resources.Add(more)
	lg.kinds.Refer(&l.Resources, x)
	lg.lookSoon(l)
}

// OpenLingering returns the Lingering of an agent, creating an empty one if there is none.
func (lg *Ledger) OpenLingering(slot slots.Agent, g *agents.Agent) *Lingering {
	t := &lg.Lingerings
	if g.HasLingering {
		return t.Of[slot]
	}
	l := &Lingering{Agent: slot, Place: len(t.List)}
	g.Linger(true)
	t.Of[slot] = l
	t.List = append(t.List, l)
	return l
}

// CloseLingering forgets what lingers on an agent.
func (lg *Ledger) CloseLingering(l *Lingering) {
	t := &lg.Lingerings
	lg.agents.At(l.Agent).Linger(false)
	delete(t.Of, l.Agent)
	last := len(t.List) - 1
	t.List[l.Place] = t.List[last]
	t.List[l.Place].Place = l.Place
	t.List[last] = nil
	t.List = t.List[:last]
	gone := l.Resources
	l.Resources = resource.Bag{}
	lg.kinds.Unrefer(&l.Resources, &gone)
}

// lookSoon has an agent looked at when the call ends.
func (lg *Ledger) lookSoon(l *Lingering) {
	if !l.Due {
		l.Due = true
		lg.Lingerings.Due = append(lg.Lingerings.Due, l)
	}
}

// LingeringChanged counts a change on an agent: something is no longer held, used or
// refused there.
func (lg *Ledger) LingeringChanged(slot slots.Agent, g *agents.Agent) {
	if !g.HasLingering {
		return
	}
	l := lg.Lingerings.Of[slot]
	if l.Changes++; l.Changes*changesWorthLook >= l.Size {
		lg.lookSoon(l)
	}
}

// LookAtNextLingering has the next agent in Lingerings.List looked at when the call
// ends: a filter may have ended with its framework.
func (lg *Ledger) LookAtNextLingering() {
	t := &lg.Lingerings
	if t.Next++; t.Next >= len(t.List) {
		t.Next = 0
	}
	if t.Next < len(t.List) {
		lg.lookSoon(t.List[t.Next])
	}
}

// LookAtLingering looks at agents that are due, as many as mostToLookAt allows, and
// forgets what lingers there no longer. The others wait for the next call.
func (lg *Ledger) LookAtLingering() {
	t := &lg.Lingerings
	for left := mostToLookAt; left > 0 && len(t.Due) > 0; {
		last := len(t.Due) - 1
		l := t.Due[last]
		t.Due[last] = nil
		t.Due = t.Due[:last]
		l.Due = false
		if t.Of[l.Agent] == l {
			lg.look(l)
			left -= l.Size
		}
	}
}

// look goes through all bags on an agent, and forgets what lingers there no longer.
func (lg *Ledger) look(l *Lingering) {
	g, t := lg.agents.At(l.Agent), &lg.kinds.Kinds
	still, gone := &lg.scratch.used, &lg.scratch.beyond
	still.CopyFrom(&l.Resources)
	still.RemovePresent(g.Total, t)
	gone.CopyFrom(still)
	if !g.Filters.Empty() {
		// None ends by that: it forgets those that have ended.
		lg.scratch.subscriptions = lg.frameworks.Filters.Sweep(l.Agent, g.FilterTable(), math.MinInt64, lg.scratch.subscriptions[:0])
	}
	l.Changes, l.Size = 0, 0
	for b := range lg.BagsOf(l.Agent, g) {
		gone.RemovePresent(b, t)
		l.Size++
	}
	still.RemovePresent(gone, t)
	if still.Empty() {
		lg.CloseLingering(l)
		return
	}
	gone.CopyFrom(&l.Resources)
	gone.RemovePresent(still, t)
	l.Resources.CopyFrom(still)
	lg.kinds.Unrefer(&l.Resources, gone)
}

// BagsOf ranges over all that is held, used and refused on an agent.
func (lg *Ledger) BagsOf(slot slots.Agent, g *agents.Agent) iter.Seq[*resource.Bag] {
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
