package operations

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// UpdateInverseOffer enters a framework's answer to an inverse offer
// (core.Allocator.UpdateInverseOffer).
func (o *Offers) UpdateInverseOffer(u *api.InverseOfferUpdate) error {
	g, slot, err := o.agents.AgentOf(u.Agent)
	if err != nil {
		return err
	}
	f, fslot, err := o.frameworks.FrameworkOf(u.Framework)
	if err != nil {
		return err
	}
	if g.Maintenance == nil {
		return api.Errorf(api.CodeState, "agent %q: no maintenance is planned, so framework %q cannot answer for it", g.Name(), f.Name)
	}
	if u.Status > api.Decline {
		return api.Errorf(api.CodeInvalid, "agent %q: inverse offer status %d is unknown", g.Name(), u.Status)
	}
	o.advanceClock(u.Now)
	g.Maintenance.Answer(f.Name, u.Status)
	o.agents.InverseOfferMayBeDue(slot)
	if wait := refusalTime(u.RefuseFor); wait > 0 {
		g.Maintenance.AddFilter(fslot, o.news.Now, o.news.Now.Add(wait))
		f.HasInverseFilters(true)
	}
	return nil
}

// dropInverseFilters ends a framework's filters for inverse offers. Most frameworks have
// none: then it scans no agent.
func (o *state) dropInverseFilters(f slots.Framework) {
	if !o.frameworks.At(f).HasInverseFilters(false) {
		return
	}
	for slot := range o.underMaintenance {
		o.agents.DropInverseFilter(slot, f)
	}
}

// forgetInverseAnswers has agents forget answers of frameworks that are gone, as one is now.
func (o *state) forgetInverseAnswers(framework string) {
	for slot := range o.underMaintenance {
		o.agents.At(slot).Maintenance.FrameworkGone(framework, o.isGone)
	}
}

func (o *state) isGone(framework string) bool {
	_, found := frameworks.Find(o.frameworks, framework)
	return !found
}

// underMaintenance ranges over the agents under planned maintenance.
func (o *state) underMaintenance(yield func(slots.Agent) bool) {
	for i, word := range o.agents.Maintained {
		o.maintained = container.AppendWord(o.maintained[:0], i, word)
		for _, slot := range o.maintained {
			if !yield(slot) {
				return
			}
		}
	}
}
