package costs

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
)

// An event is what happens between two cycles of a state that lasts.
type event struct {
	name string
	do   func(s *scene)
	// What it changes: so many agents, about which everybody may have to be asked; who in one of the
	// roles, or one framework, may have to be asked about every agent; or all agents.
	agents int
	role   int // its number, 0 for none
	one    bool
	all    bool
}

var events = []event{
	{name: "nothing", do: func(*scene) {}},
	{name: "an agent with little comes", agents: 1, do: func(s *scene) {
		if _, there := s.FindAgent("fresh"); there {
			return
		}
		info := s.agent(0)
		info.ID, info.Total = "fresh", []alloc.Resource{alloc.ScalarOf(s.cpus, 1)}
		must(s.AddAgent(info))
	}},
	{name: "an agent goes", do: func(s *scene) {
		fresh, there := s.FindAgent("fresh")
		if !there {
			return
		}
		must(0, s.RemoveAgent(fresh))
		s.held = slices.DeleteFunc(s.held, func(x alloc.RecoverRequest) bool { return x.Agent == fresh })
	}},
	{name: "an agent is deactivated", do: func(s *scene) { must(0, s.DeactivateAgent(s.agents[0])) }},
	{name: "an agent is activated", agents: 1, do: func(s *scene) { must(0, s.ActivateAgent(s.agents[0])) }},
	{name: "an agent is told of", agents: 1, do: func(s *scene) {
		must(0, s.UpdateAgent(s.agents[1], alloc.AgentUpdate{InfoChanged: true}))
	}},
	{name: "a framework asks no more", do: func(s *scene) { must(0, s.SuppressOffers(s.last(), nil)) }},
	{name: "a framework asks again", one: true, do: func(s *scene) { must(0, s.ReviveOffers(s.last(), nil)) }},
	{name: "a framework that wants too much comes", one: true, do: func(s *scene) {
		r := s.roles[3]
		if _, there := s.FindFramework("wants"); there {
			return
		}
		lists := [][]alloc.Quantity{{{Name: "cpus", Amount: 100 * alloc.Unit}}}
		must(s.AddFramework(alloc.FrameworkInfo{ID: "wants", Roles: []alloc.RoleID{r}, MinAllocatable: []alloc.RoleMinimum{{Role: r, Lists: lists}}}))
	}},
	{name: "a framework goes", do: func(s *scene) {
		if f, there := s.FindFramework("wants"); there {
			must(0, s.RemoveFramework(f))
		}
	}},
	{name: "constraints exclude an agent", one: true, do: func(s *scene) {
		must(0, s.ExcludeAgent(s.last(), s.roles[len(s.roles)-1], s.agents[2], true))
	}},
	{name: "constraints include an agent", one: true, do: func(s *scene) {
		must(0, s.ExcludeAgent(s.last(), s.roles[len(s.roles)-1], s.agents[2], false))
	}},
	{name: "a limit leaves a little more", role: 1, do: func(s *scene) { s.raise(s.roles[1], 1) }},
	{name: "a limit leaves a little less", role: 1, do: func(s *scene) { s.raise(s.roles[1], -1) }},
	{name: "what was kept is refused", agents: 1, role: 1, do: (*scene).refuse},
	{name: "what was kept is returned", agents: 1, role: 1, do: (*scene).giveBack},
	{name: "all agents are told of", all: true, do: func(s *scene) {
		for _, a := range s.agents {
			must(0, s.UpdateAgent(a, alloc.AgentUpdate{InfoChanged: true}))
		}
	}},
}

// last is the framework that is in one role alone.
func (s *scene) last() alloc.FrameworkID { return s.frameworks[len(s.frameworks)-1] }

// raise changes a role's limits by so little that nobody takes it.
func (s *scene) raise(r alloc.RoleID, by alloc.Amount) {
	q := s.quotas[r]
	for i := range q.Limits {
		q.Limits[i].Amount = max(0, q.Limits[i].Amount+by)
	}
	must(0, s.SetQuota(r, q))
}

// giveBack gives back what was offered and kept the longest ago, and refuse refuses it for good.
func (s *scene) giveBack() { s.recover(func(*alloc.RecoverRequest) {}) }
func (s *scene) refuse() {
	s.recover(func(x *alloc.RecoverRequest) { x.RefuseFor = alloc.MaxRefuse })
}

func (s *scene) recover(change func(x *alloc.RecoverRequest)) {
	if len(s.held) == 0 {
		return
	}
	x := s.held[0]
	s.held = s.held[1:]
	change(&x)
	must(0, s.RecoverResources(x))
}
