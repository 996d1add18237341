package core

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/slots"
)

// UpdateInverseOffer enters a framework's answer to an inverse offer. Cycles may then ask it again, once
// RefuseFor is over. If no inverse offer is outstanding, only RefuseFor counts.
//
// Errors: CodeUnknownAgent, CodeUnknownFramework, CodeStale, CodeState (no
// maintenance is planned for the agent), CodeInvalid (an unknown status, a
// time beyond LastTime).
//
// Cost: constant.
func (a *Allocator) UpdateInverseOffer(u alloc.InverseOfferUpdate) (refused error) {
	defer a.settle(&refused, func() calls.Call { return new(calls.UpdateInverseOffer(u)) })
	if err := u.Now.Check(); err != nil {
		return err
	}
	g, slot, err := a.state.Agents.AgentOf(u.Agent)
	if err != nil {
		return err
	}
	f, fslot, err := a.state.Frameworks.FrameworkOf(u.Framework)
	if err != nil {
		return err
	}
	if g.Maintenance == nil {
		return fault.Errorf(alloc.CodeState, "agent %q: no maintenance is planned, so framework %q cannot answer for it", g.Name, f.Name)
	}
	if u.Status > alloc.Decline {
		return fault.Errorf(alloc.CodeInvalid, "agent %q: inverse offer status %d is unknown", g.Name, u.Status)
	}
	a.advanceClock(u.Now)
	g.Maintenance.Answer(f.Name, u.Status)
	a.state.Agents.InverseOffersChanged(slot)
	if wait := refusalTime(u.RefuseFor); wait > 0 {
		g.Maintenance.AddFilter(fslot, a.state.Schedule.Now.Add(wait))
	}
	return nil
}

// dropInverseFilters ends a framework's filters for inverse offers.
func (a *Allocator) dropInverseFilters(f slots.Framework) {
	for slot := range a.state.Agents.Maintained.All {
		a.state.Agents.At(slot).Maintenance.DropFilter(f)
	}
}

// forgetInverseAnswers has agents forget answers of frameworks that are gone, as one is now.
func (a *Allocator) forgetInverseAnswers() {
	isGone := func(framework string) bool {
		_, found := a.state.Frameworks.Find(framework)
		return !found
	}
	for slot := range a.state.Agents.Maintained.All {
		a.state.Agents.At(slot).Maintenance.FrameworkGone(len(a.state.Frameworks.ByName), isGone)
	}
}

// InverseOfferStatuses fills x, whose former content it discards.
//
// Cost: linear in the agents under maintenance, and that of sorting their answers.
func (v *View) InverseOfferStatuses(x *alloc.InverseOfferStatuses) {
	x.Agents, x.Answers = x.Agents[:0], x.Answers[:0]
	for slot := range v.state.Agents.Maintained.All {
		x.Agents = append(x.Agents, v.state.Agents.AgentID(slot))
		answers := v.state.Agents.At(slot).Maintenance.Answers
		for _, framework := range slices.Sorted(maps.Keys(answers)) {
			if status := answers[framework].Status; status != alloc.NoStatus {
				x.Answers = append(x.Answers, alloc.InverseOfferStatus{Agent: v.state.Agents.AgentID(slot), Framework: framework, Status: status})
			}
		}
	}
}
