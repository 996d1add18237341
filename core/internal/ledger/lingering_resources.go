package ledger

import (
	"iter"
	"math"
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Lingering is resources that an agent's total lacks, but that may still be held, used or
// refused there: the total had them before, or they were in use when the agent came.
//
// To know whether they still are, the ledger looks at all that is held, used and refused on the
// agent. Three things make that due: more resources linger there (Add), Changes >=
// Size/changesWorthLook (Changed), and Advance, for one agent of On (LookAtNext). The ledger
// looks at due agents when a call ends, within a bound (LookAtDue).
type Lingering struct {
	Agent     slots.Agent
	Resources resource.Bag // as by resource.Bag.AddPresent
	Due       bool         // in Lingerings.Due
	Changes   int          // on the agent since the last look
	Size      int          // bags at the last look, 0 before the first
}

const (
	// An agent is looked at again after Size/changesWorthLook changes.
	changesWorthLook = 16
	// A call looks at less than mostToLookAt bags and all those of one more agent.
	mostToLookAt = 1024
)

// Lingerings is what lingers on all agents.
//
// Invariants:
//  1. Of and On have the agents on which something lingers, and no others;
//  2. Agent.HasLingering is set on those agents, and on no others;
//  3. what is held, used or refused on an agent is in its total or lingers there.
type Lingerings struct {
	Of   map[slots.Agent]*Lingering
	On   container.BitSet[slots.Agent]
	Last slots.Agent   // that LookAtNext came to
	Due  []slots.Agent // to be looked at when a call ends; some may be there for nothing, or twice

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
	l := &Lingering{Agent: slot}
	g.Linger(true)
	t.Of[slot] = l
	t.On.Set(slot)
	return l
}

// Close forgets what lingers on an agent.
func (t *Lingerings) Close(l *Lingering) {
	t.ledger.agents.At(l.Agent).Linger(false)
	delete(t.Of, l.Agent)
	t.On.Clear(l.Agent)
	gone := l.Resources
	l.Resources = resource.Bag{}
	t.ledger.kinds.Unrefer(&l.Resources, &gone)
}

// lookSoon has an agent looked at when the call ends.
func (t *Lingerings) lookSoon(l *Lingering) {
	if !l.Due {
		l.Due = true
		t.Due = append(t.Due, l.Agent)
	}
}

// Changed counts a change on an agent: something is no longer held, used or refused there.
func (t *Lingerings) Changed(slot slots.Agent, g *agents.Agent) {
	if !g.HasLingering {
		return
	}
	l := t.Of[slot]
	l.Changes++
	if l.Changes*changesWorthLook >= l.Size {
		t.lookSoon(l)
	}
}

// LookAtNext has the next agent in On looked at when the call ends. When a subscription's
// filters all end at once (offerfilter.Filters.EndAll), nobody counts changes on their agents.
func (t *Lingerings) LookAtNext() {
	if len(t.Of) == 0 {
		return
	}
	next, ok := t.On.NextFrom(t.Last + 1)
	if !ok {
		next, _ = t.On.NextFrom(0)
	}
	t.Last = next
	t.lookSoon(t.Of[next])
}

// LookAtDue looks at agents in Due until it has gone through mostToLookAt bags, and forgets what
// lingers there no longer. The other agents stay in Due for the next call. In which order they have
// become due changes nothing.
func (t *Lingerings) LookAtDue() {
	slices.Sort(t.Due)
	for left := mostToLookAt; left > 0 && len(t.Due) > 0; {
		last := len(t.Due) - 1
		l := t.Of[t.Due[last]]
		t.Due = t.Due[:last]
		if l != nil && l.Due {
			l.Due = false
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
		// No deadline is before that: EndFilters forgets the filters that are over, and ends none.
		t.scratch.subscriptions = lg.frameworks.EndFilters(l.Agent, math.MinInt64, t.scratch.subscriptions[:0])
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
