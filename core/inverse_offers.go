package core

import (
	"slices"
	"strings"
	"time"

	"github.com/apportion/apportion/internal/container"
)

// InverseStatus is a framework's answer to an inverse offer.
type InverseStatus uint8

const (
	// NoStatus: the inverse offer was rescinded or timed out.
	NoStatus InverseStatus = iota
	Accept
	Decline
)

// String returns the answer's name: "none", "accept", "decline".
func (s InverseStatus) String() string { return enumText(s, "none", "accept", "decline") }

// inverseAnswer is where one framework stands: an offer is outstanding, or
// it has answered, or both.
type inverseAnswer struct {
	framework   string
	outstanding bool
	status      InverseStatus
}

type inverseFilter struct {
	framework frameworkSlot
	deadline  Time
}

// of returns a framework's answer, adding an empty one if create is set.
func (m *maintenance) of(framework string, create bool) *inverseAnswer {
	i, found := slices.BinarySearchFunc(m.answers, framework, func(x inverseAnswer, name string) int {
		return strings.Compare(x.framework, name)
	})
	if !found {
		if !create {
			return nil
		}
		m.answers = slices.Insert(m.answers, i, inverseAnswer{framework: framework})
	}
	return &m.answers[i]
}

// filtered reports whether a framework has asked not to hear of the agent's
// maintenance for now. A filter ends at its deadline.
func (m *maintenance) filtered(f frameworkSlot, now Time) bool {
	return slices.ContainsFunc(m.filters, func(x inverseFilter) bool {
		return x.framework == f && now < x.deadline
	})
}

// sweep forgets filters that have ended.
func (m *maintenance) sweep(now Time) {
	m.filters = slices.DeleteFunc(m.filters, func(x inverseFilter) bool { return x.deadline <= now })
}

func (m *maintenance) drop(framework string) {
	m.answers = slices.DeleteFunc(m.answers, func(x inverseAnswer) bool { return x.framework == framework })
}

// InverseOfferUpdate is a framework's answer to an inverse offer, or (NoStatus)
// that there will be none.
type InverseOfferUpdate struct {
	Now       Time
	Agent     AgentID
	Framework FrameworkID
	Status    InverseStatus
	// RefuseFor is how long the framework is not asked again: 0 for no such
	// filter, a negative value for DefaultRefuse, at most MaxRefuse.
	RefuseFor time.Duration
}

// UpdateInverseOffer enters a framework's answer to an inverse offer.
//
// Errors: CodeUnknownAgent, CodeUnknownFramework, CodeStale, CodeState (no
// maintenance is planned for the agent), CodeInvalid (an unknown status).
func (a *Allocator) UpdateInverseOffer(u InverseOfferUpdate) error {
	defer a.settle()
	g, _, err := a.agentOf(u.Agent)
	if err != nil {
		return err
	}
	f, fslot, err := a.frameworkOf(u.Framework)
	if err != nil {
		return err
	}
	if g.maintenance == nil {
		return errorf(CodeState, "agent %q: no maintenance is planned, so framework %q cannot answer for it", g.name(), f.name)
	}
	if u.Status > Decline {
		return errorf(CodeInvalid, "agent %q: inverse offer status %d is unknown", g.name(), u.Status)
	}
	a.advanceClock(u.Now)
	if x := g.maintenance.of(f.name, false); x != nil && x.outstanding {
		x.outstanding = false
		if u.Status != NoStatus {
			x.status = u.Status
		} else if x.status == NoStatus {
			g.maintenance.drop(f.name)
		}
	}
	if wait := refusalTime(u.RefuseFor); wait > 0 {
		g.maintenance.sweep(a.now)
		g.maintenance.filters = append(g.maintenance.filters, inverseFilter{fslot, a.now.Add(wait)})
		f.inverseFilters = true
	}
	return nil
}

// dropInverseFilters ends a framework's filters for inverse offers. Most frameworks
// have none, so that what is planned for agents need not be gone through.
func (a *Allocator) dropInverseFilters(f frameworkSlot) {
	if x := a.frameworks.At(f); x.inverseFilters {
		x.inverseFilters = false
	} else {
		return
	}
	for i, w := range a.maintained {
		a.scratch.agents = container.AppendWord(a.scratch.agents[:0], i, w)
		for _, slot := range a.scratch.agents {
			m := a.agents.At(slot).maintenance
			m.filters = slices.DeleteFunc(m.filters, func(x inverseFilter) bool { return x.framework == f })
		}
	}
}

// InverseOfferStatus is what a framework last answered about an agent's
// maintenance.
type InverseOfferStatus struct {
	Agent     AgentID
	Framework string
	Status    InverseStatus
}

// InverseOfferStatuses appends the answers of all frameworks about all agents
// under maintenance to dst, by agent slot and framework id, and the agents
// under maintenance themselves to agents.
func (a *Allocator) InverseOfferStatuses(dst []InverseOfferStatus, agents []AgentID) ([]InverseOfferStatus, []AgentID) {
	for _, slot := range a.maintained.Append(nil) {
		agents = append(agents, a.agentID(slot))
		for _, x := range a.agents.At(slot).maintenance.answers {
			if x.status != NoStatus {
				dst = append(dst, InverseOfferStatus{a.agentID(slot), x.framework, x.status})
			}
		}
	}
	return dst, agents
}

// inverseOffers asks the frameworks that hold something on a candidate under
// maintenance, once each until they answer.
// HierarchicalAllocatorProcess::generateInverseOffers.
func (a *Allocator) inverseOffers(out *Cycle) {
	for i := range a.maintained {
		a.scratch.agents = container.AppendWord(a.scratch.agents[:0], i, a.maintained[i]&a.candidates.Word(i))
		for _, slot := range a.scratch.agents {
			a.inverseOffersOn(slot, out)
		}
	}
}

func (a *Allocator) inverseOffersOn(slot agentSlot, out *Cycle) {
	g := a.agents.At(slot)
	for _, ref := range g.entries {
		fslot := a.subscriptions.At(ref.subscription).framework
		f := a.frameworks.At(fslot)
		if !f.registered || !f.active || g.maintenance.filtered(fslot, a.now) {
			continue
		}
		x := g.maintenance.of(f.name, true)
		if x.outstanding {
			continue
		}
		x.outstanding = true
		out.InverseOffers = append(out.InverseOffers, InverseOffer{
			Framework:      a.frameworkID(fslot),
			Agent:          a.agentID(slot),
			Unavailability: g.maintenance.unavailability,
		})
		if a.cycle.digesting {
			a.cycle.digest.inverseOffer(&out.InverseOffers[len(out.InverseOffers)-1])
		}
	}
}
