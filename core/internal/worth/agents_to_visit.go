package worth

import (
	"iter"
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// When an agent was offered to everyone in vain (news.OfferedInVain, at the end of a visit),
// nobody is asked about it again until it is dirty (news.MarkDirty). But subscriptions may
// become fresh meanwhile (fresh_subscriptions.go), or roles get room (cut_agents.go). Then its
// visit is one in part: only they are asked.

// BeginCycle begins a cycle. drawsInVain says that a visit draws random numbers even if it
// offers nothing: then no agent is spared. The cycle lowers the headroom that is available, and
// required, the headroom that guarantees need.
func (w *Worth) BeginCycle(drawsInVain bool, available, required *quantities.Row) {
	w.drawsInVain, w.headroom = drawsInVain, headroom{available, required}
	w.hasQuota = w.roles.WithQuota > 0
	w.tooLittle, w.intervals.asked = w.tooLittle[:0], false
	w.Looked = Looked{}
	w.fresh.open()
	w.beyondQuota.open()
}

// EndCycle ends a cycle that leaves so much headroom.
func (w *Worth) EndCycle(available, required *quantities.Row) {
	w.fresh.close()
	w.Cuts.close(available, required)
}

// AnyAgent reports whether any candidate may be offered at all.
func (w *Worth) AnyAgent() bool { return !w.news.Candidates.Disjoint(w.agents.Admitted) }

// Agents appends the candidates to visit. These may be offered and have something free. They
// are dirty, or cut down if somebody may have more of such; if subscriptions are fresh, they may
// be any.
func (w *Worth) Agents(dst []uint64) []uint64 {
	if w.frameworks.Active.Empty() {
		return dst
	}
	for i, cut := range w.news.CutDown {
		// An agent that cannot be offered now is dirty for the time when it can.
		if away := cut &^ (w.agents.Admitted.Word(i) & w.agents.Offerable.Word(i)); away != 0 {
			w.memory.agents = container.AppendWord(w.memory.agents[:0], i, away)
			for _, slot := range w.memory.agents {
				w.news.MarkDirty(slot)
			}
		}
		w.Cuts.left = w.Cuts.left || w.news.CutDown.Word(i)&^w.news.Candidates.Word(i) != 0
	}
	w.Cuts.refused.Subtract(w.news.Dirty)
	if len(w.fresh.list) > 0 {
		w.Cuts.refused.Reset()
	}
	for i, word := range w.news.Candidates {
		word &= w.agents.Admitted.Word(i) & w.agents.Offerable.Word(i)
		if !w.sparesNone() {
			switch {
			case len(w.fresh.list) > 0:
			case w.Cuts.asked != noRole:
				word &= w.news.Dirty.Word(i) | w.news.CutDown.Word(i)
				w.Cuts.listed = w.Cuts.listed || word&^w.news.Dirty.Word(i) != 0
			default:
				word &= w.news.Dirty.Word(i)
			}
		}
		if word == 0 {
			continue
		}
		w.memory.agents = container.AppendWord(w.memory.agents[:0], i, word)
		for _, slot := range w.memory.agents {
			dst = append(dst, uint64(slot))
		}
	}
	return dst
}

// StillWorth takes the agents that are no longer worth a visit out of a list, of which some have
// been visited.
func StillWorth(w *Worth, list []uint64, visited int) []uint64 {
	if w.sparesNone() || len(w.fresh.list) > 0 || !w.Cuts.RoomEnds(w.headroom.available, w.headroom.required) {
		return list
	}
	left := slices.DeleteFunc(list[visited:], func(x uint64) bool { return !w.news.Dirty.Has(slots.Agent(x)) })
	return list[:visited+len(left)]
}

// CandidatesIn ranges over the candidates in a set of agents.
func (w *Worth) CandidatesIn(set container.BitSet) iter.Seq[slots.Agent] {
	return func(yield func(slots.Agent) bool) {
		for i, word := range set {
			w.memory.agents = container.AppendWord(w.memory.agents[:0], i, word&w.news.Candidates.Word(i))
			for _, slot := range w.memory.agents {
				w.Looked.Maintained++
				if !yield(slot) {
					return
				}
			}
		}
	}
}

// sparesNone reports whether agents are visited that were offered to everyone in vain, too.
func (w *Worth) sparesNone() bool { return w.fullPass || w.drawsInVain }

// LeftSomething reports whether something is free on a candidate that may be offered.
func (w *Worth) LeftSomething() bool {
	for i, word := range w.news.Candidates {
		if word&w.agents.Admitted.Word(i)&w.agents.Offerable.Word(i) != 0 {
			return true
		}
	}
	return false
}

// BeginFair begins a visit of the fair stage. It returns false if nobody is worth asking.
func (w *Worth) BeginFair(slot slots.Agent, g *agents.Agent) bool {
	w.begin(slot, g)
	if g.Free.Empty() || !w.findAudience() {
		if !w.inPart {
			w.news.OfferedInVain(slot)
		}
		return false
	}
	if !w.boundByQuota() {
		w.EndFair(false)
		return false
	}
	w.openRoles((*Worth).namesWithinLimits)
	if w.roleOrder.from == interestedClients { // those left out are cut down to nothing
		w.passedOver()
	}
	w.allExhausted = w.limited && w.audience.are != few && !w.inPart
	return true
}

// EndFair ends a visit of the fair stage.
func (w *Worth) EndFair(offered bool) {
	switch {
	case offered:
	case w.uncountable || w.isCut && w.Cuts.drawn.Has(w.slot):
		w.Looked.Again++
		w.news.MarkDirty(w.slot)
	case w.isCut:
		w.Cuts.inVain(w.slot)
	case !w.inPart:
		w.news.OfferedInVain(w.slot)
	}
}
