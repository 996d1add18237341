package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// UpdateInverseOffer enters a framework's answer to an inverse offer.
//
// Errors: CodeUnknownAgent, CodeUnknownFramework, CodeStale, CodeState (no
// maintenance is planned for the agent), CodeInvalid (an unknown status).
func (a *Allocator) UpdateInverseOffer(u InverseOfferUpdate) error {
	defer a.settle()
	g, _, err := a.agents.AgentOf(u.Agent)
	if err != nil {
		return err
	}
	f, fslot, err := a.frameworks.FrameworkOf(u.Framework)
	if err != nil {
		return err
	}
	if g.Maintenance == nil {
		return api.Errorf(CodeState, "agent %q: no maintenance is planned, so framework %q cannot answer for it", g.Name(), f.Name)
	}
	if u.Status > Decline {
		return api.Errorf(CodeInvalid, "agent %q: inverse offer status %d is unknown", g.Name(), u.Status)
	}
	a.advanceClock(u.Now)
	if x := g.Maintenance.Of(f.Name, false); x != nil && x.Outstanding {
		x.Outstanding = false
		if u.Status != NoStatus {
			x.Status = u.Status
		} else if x.Status == NoStatus {
			g.Maintenance.Drop(f.Name)
		}
	}
	if wait := refusalTime(u.RefuseFor); wait > 0 {
		g.Maintenance.Sweep(a.news.Now)
		g.Maintenance.Filters = append(g.Maintenance.Filters, agents.InverseFilter{Framework: fslot, Deadline: a.news.Now.Add(wait)})
		f.InverseFilters = true
	}
	return nil
}

// dropInverseFilters ends a framework's filters for inverse offers. Most frameworks have
// none: then it scans no agent.
func (a *Allocator) dropInverseFilters(f slots.Framework) {
	if x := a.frameworks.At(f); x.InverseFilters {
		x.InverseFilters = false
	} else {
		return
	}
	for i, w := range a.agents.Maintained {
		a.scratch.agents = container.AppendWord(a.scratch.agents[:0], i, w)
		for _, slot := range a.scratch.agents {
			m := a.agents.At(slot).Maintenance
			m.Filters = slices.DeleteFunc(m.Filters, func(x agents.InverseFilter) bool { return x.Framework == f })
		}
	}
}

// InverseOfferStatuses appends to agents all agents under maintenance, and to dst the
// answers of frameworks about them, by agent slot and framework id.
func (a *Allocator) InverseOfferStatuses(dst []InverseOfferStatus, agents []AgentID) ([]InverseOfferStatus, []AgentID) {
	for _, slot := range a.agents.Maintained.Append(nil) {
		agents = append(agents, a.agents.AgentID(slot))
		for _, x := range a.agents.At(slot).Maintenance.Answers {
			if x.Status != NoStatus {
				dst = append(dst, InverseOfferStatus{Agent: a.agents.AgentID(slot), Framework: x.Framework, Status: x.Status})
			}
		}
	}
	return dst, agents
}
