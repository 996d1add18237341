package worth

import (
	"iter"
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// When an agent was offered to everyone in vain (news.OfferedInVain, at the end of a visit),
// nobody is asked about it again until it is dirty (news.MarkDirty). But subscriptions may
// become fresh meanwhile (fresh_subscriptions.go), or roles get room (cut_agents.go). Then its
// visit is one in part: only they are asked.

// agentsToVisit are the agents that a cycle visits.
type agentsToVisit struct {
	*state
	cuts  *cutAgents
	fresh *freshSubscriptions

	draws uint64        // the number from which a stage makes its random draws
	word  []slots.Agent // scratch
}

// Any reports whether any candidate may be offered at all.
func (a *agentsToVisit) Any() bool { return !a.news.Candidates.Disjoint(a.agents.Admitted) }

// list appends the candidates to visit. These may be offered and have something free. They
// are dirty, or cut down if somebody may have more of such; if subscriptions are fresh, they may
// be any.
func (a *agentsToVisit) list(dst []uint64) []uint64 {
	a.cuts.listed = false // Open does not begin cycles without quota
	if a.frameworks.Active.Empty() {
		return dst
	}
	a.leaveAway()
	a.cuts.findAgents()
	inPart := !a.fullPass && len(a.fresh.list) == 0
	for i, word := range a.news.Candidates {
		word &= a.agents.Admitted.Word(i) & a.agents.Offerable.Word(i)
		if inPart {
			word &= a.news.Dirty.Word(i) | a.news.CutDown.Word(i)&a.cuts.toVisit.Word(i)
		}
		if word == 0 {
			continue
		}
		a.cuts.listed = a.cuts.listed || inPart && word&^a.news.Dirty.Word(i) != 0
		a.word = container.AppendWord(a.word[:0], i, word)
		for _, slot := range a.word {
			dst = append(dst, uint64(slot))
		}
	}
	return dst
}

// leaveAway makes agents that were cut down and cannot be offered now dirty for the time when they
// can. It notes whether the cycle leaves out others.
func (a *agentsToVisit) leaveAway() {
	for i, cut := range a.news.CutDown {
		if cut == 0 {
			continue
		}
		if away := cut &^ (a.agents.Admitted.Word(i) & a.agents.Offerable.Word(i)); away != 0 {
			a.word = container.AppendWord(a.word[:0], i, away)
			for _, slot := range a.word {
				a.news.MarkDirty(slot)
			}
		}
		a.cuts.left = a.cuts.left || a.news.CutDown.Word(i)&^a.news.Candidates.Word(i) != 0
	}
}

// StillWorth follows offers: it takes the agents that are no longer worth a visit out of a list, of
// which some have been visited.
func (a *agentsToVisit) StillWorth(list []uint64, visited int) []uint64 {
	if !a.cuts.listed || !a.cuts.narrow(visited) {
		return list
	}
	return a.withoutOthers(list, visited)
}

// withoutOthers takes the agents out of a list, but for those that have been visited, that are
// neither dirty nor visited since they were cut down.
func (a *agentsToVisit) withoutOthers(list []uint64, visited int) []uint64 {
	left := slices.DeleteFunc(list[visited:], func(x uint64) bool {
		return !a.news.Dirty.Has(slots.Agent(x)) && !a.cuts.toVisit.Has(slots.Agent(x))
	})
	return list[:visited+len(left)]
}

// CandidatesIn ranges over the candidates in a set of agents.
func (a *agentsToVisit) CandidatesIn(set container.BitSet[slots.Agent]) iter.Seq[slots.Agent] {
	return func(yield func(slots.Agent) bool) {
		for i, word := range set {
			a.word = container.AppendWord(a.word[:0], i, word&a.news.Candidates.Word(i))
			for _, slot := range a.word {
				a.Looked.Maintained++
				if !yield(slot) {
					return
				}
			}
		}
	}
}

// LeftSomething reports whether something is free on a candidate that may be offered.
func (a *agentsToVisit) LeftSomething() bool {
	for i, word := range a.news.Candidates {
		if word&a.agents.Admitted.Word(i)&a.agents.Offerable.Word(i) != 0 {
			return true
		}
	}
	return false
}

// begin begins the visit of an agent, on which nobody has been asked yet.
func (a *agentsToVisit) begin(slot slots.Agent, g *agents.Agent) {
	isDirty, wasCut := a.news.Dirty.Has(slot), a.news.CutDown.Has(slot)
	inPart := !a.fullPass && !isDirty && !(wasCut && a.cuts.asksAll(slot))
	v := &a.visit
	v.slot, v.agent, v.nonce = slot, g, a.draws^uint64(slot)
	v.free, v.HeldBack = 0, 0
	v.isCut, v.uncountable, v.leftOut = false, false, false
	v.inPart = inPart
	v.wasCut = wasCut && inPart && len(a.cuts.withRoom.list) > 0
	if isDirty && len(a.cuts.withRoom.refusals.list) > 0 {
		a.cuts.withRoom.refusals.forgetAgent(slot)
	}
}

// end ends a visit of the fair stage.
func (a *agentsToVisit) end(offered bool) {
	switch {
	case offered:
	case a.uncountable || a.isCut && a.cuts.drawn.Has(a.slot):
		a.Looked.Again++
		a.news.MarkDirty(a.slot)
	case a.isCut:
		a.cuts.inVain(a.slot, !a.inPart)
	case !a.inPart:
		a.news.OfferedInVain(a.slot)
	}
}
