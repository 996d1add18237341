package model

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/history"
)

func init() {
	on((*state).addAgent)
	on((*state).updateAgent)
	on((*state).removeAgent)
	on(func(s *state, op *history.ActivateAgent) { s.agent(op.Agent).active = true })
	on(func(s *state, op *history.DeactivateAgent) { s.agent(op.Agent).active = false })
	on((*state).addResourceProvider)
	on((*state).updateUnavailability)
	on((*state).updateInverseOffer)
	on((*state).inverseOfferStatuses)
}

// checkAgentCapabilities refuses what is of frameworks alone.
func checkAgentCapabilities(list []string) {
	for _, c := range list {
		of := []string{"GPU_RESOURCES", "REGION_AWARE", "REVOCABLE_RESOURCES", "SHARED_RESOURCES"}
		check(!slices.Contains(of, c), "an agent with %s", c)
	}
}

// addAgent introduces an agent. What frameworks hold on it that are not there yet
// is taken into account when they come.
func (s *state) addAgent(op *history.AddAgent) {
	check(op.Agent != "", "an agent without an id")
	check(s.agents[op.Agent] == nil, "agent %q is there", op.Agent)
	check(!s.paused || s.expected != nil, "paused, but not in recovery")
	s.checkDomain(op.Domain)
	checkAgentCapabilities(op.Capabilities)
	a := &agent{
		id:           op.Agent,
		hostname:     op.Hostname,
		domain:       op.Domain,
		attributes:   op.Attributes,
		capabilities: set(op.Capabilities),
		active:       true,
		place:        s.takePlace(),
		held:         map[string]resources{},
		maintenance:  newMaintenance(op.Unavailability),
	}
	used, holders := s.usedByHolder(op.Used)
	for _, framework := range holders {
		a.hold(framework, used[framework])
	}
	a.allocated, a.used = a.allHeld, a.allHeld
	a.total = newResources(op.Total, "")
	a.refresh()
	s.agents[op.Agent] = a
	s.lendInUse(a)
	s.total = s.total.plus(a.total.quantities())
	for _, framework := range sortedKeys(a.held) {
		if s.frameworks[framework] != nil {
			s.track(op.Agent, framework, a.held[framework])
		}
	}
	if s.paused && len(s.agents) >= *s.expected {
		s.expected, s.paused = nil, false
	}
	s.allocate(op.Agent)
}

// checkDomain refuses the domain of an agent if the master has none.
//
// DIVERGES: Mesos aborts when it comes to offer such an agent.
func (s *state) checkDomain(d *history.Domain) {
	check(d == nil || s.options.domain != nil, "a domain, but the master has none")
}

func (s *state) updateAgent(op *history.UpdateAgent) {
	a := s.agent(op.Agent)
	s.checkDomain(op.Domain)
	updated := false
	if !maps.Equal(a.attributes, op.Attributes) {
		updated = true
		s.removeFilters(op.Agent)
	}
	var none history.Domain // with an empty region and zone: so does Mesos compare them
	if a.hostname != op.Hostname || given(a.domain, none) != given(op.Domain, none) {
		updated = true
	}
	a.hostname, a.domain, a.attributes = op.Hostname, op.Domain, op.Attributes
	if op.Capabilities != nil {
		checkAgentCapabilities(op.Capabilities)
		capabilities := set(op.Capabilities)
		updated = updated || !maps.Equal(a.capabilities, capabilities)
		a.capabilities = capabilities
	}
	if op.Total != nil {
		updated = s.setTotal(op.Agent, newResources(op.Total, "")) || updated
	}
	if updated {
		s.allocate(op.Agent)
	}
}

// setTotal changes the resources of an agent, if they differ.
func (s *state) setTotal(id string, total resources) bool {
	a := s.agent(id)
	before := a.total
	if before.equal(total) {
		return false
	}
	a.total = total
	a.refresh()
	s.total = s.total.minus(before.quantities()).plus(total.quantities())
	return true
}

func (s *state) removeAgent(op *history.RemoveAgent) {
	a := s.agent(op.Agent)
	for _, framework := range sortedKeys(a.held) {
		s.untrack(op.Agent, framework, a.held[framework])
	}
	for _, framework := range sortedKeys(a.held) {
		for _, role := range a.held[framework].roles() {
			s.giveBack(a, framework, role, a.held[framework].forRole(role))
		}
	}
	s.total = s.total.minus(a.total.quantities())
	delete(s.agents, op.Agent)
	s.leavePlace(a.place)
	delete(s.candidates, op.Agent)
	s.removeFilters(op.Agent)
}

func (s *state) removeFilters(agent string) {
	for _, f := range s.frameworks {
		delete(f.declines, agent)
		for _, agents := range f.refusals {
			delete(agents, agent)
		}
	}
}

// addResourceProvider adds resources to an agent. Mesos does not note that what
// frameworks hold of them is allocated, not just offered.
func (s *state) addResourceProvider(op *history.AddResourceProvider) {
	a := s.agent(op.Agent)
	s.setTotal(op.Agent, a.total.plus(newResources(op.Total, "")))
	used, holders := s.usedByHolder(op.Used)
	for _, framework := range holders {
		if s.frameworks[framework] != nil {
			a.hold(framework, used[framework])
			s.track(op.Agent, framework, used[framework])
		}
	}
}

func (s *state) updateUnavailability(op *history.UpdateUnavailability) {
	a := s.agent(op.Agent)
	for _, f := range s.frameworks {
		delete(f.declines, op.Agent)
	}
	a.maintenance = newMaintenance(op.Unavailability)
	s.allocate(op.Agent)
}

// updateInverseOffer takes an answer if one is outstanding; a filter in any case.
func (s *state) updateInverseOffer(op *history.UpdateInverseOffer) {
	f, a := s.framework(op.Framework), s.agent(op.Agent)
	check(a.maintenance != nil, "no maintenance is scheduled for agent %q", op.Agent)
	if a.maintenance.outstanding[op.Framework] {
		delete(a.maintenance.outstanding, op.Framework)
		if op.Status != "" {
			a.maintenance.statuses[op.Framework] = op.Status
		}
	}
	if op.RefuseSeconds == nil {
		return
	}
	if lasts := refusalNanos(*op.RefuseSeconds); lasts > 0 {
		f.declines[op.Agent] = append(f.declines[op.Agent], s.nowNanos+lasts)
	}
}

func (s *state) inverseOfferStatuses(*history.GetInverseOfferStatuses) {
	s.answer.statuses = []history.AgentStatuses{}
	for _, id := range sortedKeys(s.agents) {
		if m := s.agents[id].maintenance; m != nil {
			s.answer.statuses = append(s.answer.statuses,
				history.AgentStatuses{Agent: id, Statuses: maps.Clone(m.statuses)})
		}
	}
}
