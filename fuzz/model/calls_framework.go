package model

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/history"
)

func init() {
	on((*state).addFramework)
	on((*state).updateFramework)
	on((*state).removeFramework)
	on((*state).activateFramework)
	on(func(s *state, op *history.DeactivateFramework) { s.deactivate(op.Framework) })
	on((*state).suppressOffers)
	on((*state).reviveOffers)
}

// usedByHolder gathers what is in use, by agent or framework. To Mesos the list
// is a hash map of a few entries; of those, what went in last comes out first.
func (s *state) usedByHolder(list []history.Used) (used map[string]resources, holders []string) {
	used = map[string]resources{}
	for _, u := range list {
		checkRole(u.Role)
		if _, there := used[u.Holder]; !there {
			holders = append(holders, u.Holder)
		}
		used[u.Holder] = used[u.Holder].plus(newResources(u.Resources, u.Role))
	}
	slices.Reverse(holders)
	return used, holders
}

// addFramework introduces a framework. What it holds on agents that are not there
// yet comes with them; on the others, the agents know it already.
func (s *state) addFramework(op *history.AddFramework) {
	check(op.Framework != "", "a framework without an id")
	check(s.frameworks[op.Framework] == nil, "framework %q is there", op.Framework)
	checkInfo(op.FrameworkInfo)
	f := newFramework(op.FrameworkInfo)
	s.frameworks[op.Framework] = f
	for _, role := range sortedKeys(f.roles) {
		s.trackFramework(op.Framework, role)
		if !f.suppressed[role] && !op.Inactive {
			s.activate(role, op.Framework, true)
		}
	}
	used, agents := s.usedByHolder(op.Used)
	for _, id := range agents {
		if s.agents[id] != nil {
			s.track(id, op.Framework, used[id])
		}
	}
	if op.Inactive {
		s.deactivate(op.Framework)
		return
	}
	s.allocate(sortedKeys(s.agents)...)
}

func (s *state) removeFramework(op *history.RemoveFramework) {
	f := s.framework(op.Framework)
	for _, id := range sortedKeys(s.agents) {
		a := s.agents[id]
		if held := a.held[op.Framework]; held != nil {
			s.untrack(id, op.Framework, held)
			a.release(op.Framework, held)
			for _, role := range held.roles() {
				s.giveBack(a, op.Framework, role, held.forRole(role))
			}
		}
	}
	for _, role := range sortedKeys(f.roles) {
		check(s.untrackFramework(op.Framework, role), "role %q still holds resources", role)
	}
	delete(s.frameworks, op.Framework)
	delete(s.settingsOfFramework, op.Framework)
	for _, a := range s.agents {
		if m := a.maintenance; m != nil && (m.outstanding[op.Framework] || m.statuses[op.Framework] != "") {
			s.forgetGone(m)
		}
	}
}

// forgetGone forgets what frameworks that are gone answered to inverse offers, if they are
// more than 64 and more than twice the others.
//
// DIVERGES: Mesos keeps it as long as the maintenance is scheduled.
func (s *state) forgetGone(m *maintenance) {
	heard := maps.Clone(m.outstanding)
	for name := range m.statuses {
		heard[name] = true
	}
	all := len(heard)
	maps.DeleteFunc(heard, func(name string, _ bool) bool { return s.frameworks[name] == nil })
	if gone := all - len(heard); gone > 64 && gone > 2*len(heard) {
		maps.DeleteFunc(m.statuses, func(name, _ string) bool { return s.frameworks[name] == nil })
		maps.DeleteFunc(m.outstanding, func(name string, _ bool) bool { return s.frameworks[name] == nil })
	}
}

func (s *state) activateFramework(op *history.ActivateFramework) {
	f := s.framework(op.Framework)
	f.active = true
	for role := range f.roles {
		if !f.suppressed[role] {
			s.activate(role, op.Framework, true)
		}
	}
	s.allocate(sortedKeys(s.agents)...)
}

// deactivate keeps offers from a framework, and forgets what it refused.
func (s *state) deactivate(id string) {
	f := s.framework(id)
	for role := range f.roles {
		s.activate(role, id, false)
	}
	f.active = false
	clear(f.refusals)
	clear(f.declines)
}

// updateFramework replaces what a framework says of itself. A role that it leaves
// stays with it as long as it holds resources in it. All filters for inverse
// offers are gone, whatever was changed.
//
// As in Mesos, a new or no longer suppressed role becomes active even if the
// framework is not.
func (s *state) updateFramework(op *history.UpdateFramework) {
	f := s.framework(op.Framework)
	checkInfo(op.FrameworkInfo)
	before, suppressed := f.roles, f.suppressed
	after, suppress := set(op.Roles), set(op.Suppressed)
	for _, role := range sortedKeys(after) {
		if !before[role] {
			if !s.tracks(op.Framework, role) {
				s.trackFramework(op.Framework, role)
			}
			if !suppress[role] {
				s.activate(role, op.Framework, true)
			}
		}
	}
	for _, role := range sortedKeys(before) {
		if !after[role] {
			s.activate(role, op.Framework, false)
			s.untrackFramework(op.Framework, role)
			delete(f.refusals, role)
		}
	}
	f.describe(op.FrameworkInfo)
	clear(f.refused)
	f.suppressed = suppress
	for role := range suppress {
		if !suppressed[role] {
			s.activate(role, op.Framework, false)
		}
	}
	maps.DeleteFunc(suppressed, func(role string, _ bool) bool { return suppress[role] || !after[role] })
	s.revive(op.Framework, suppressed)
}

func (s *state) suppressOffers(op *history.SuppressOffers) {
	f := s.framework(op.Framework)
	for role := range f.chosen(op.Roles) {
		s.activate(role, op.Framework, false)
		f.suppressed[role] = true
	}
}

func (s *state) reviveOffers(op *history.ReviveOffers) {
	s.revive(op.Framework, s.framework(op.Framework).chosen(op.Roles))
	s.allocate(sortedKeys(s.agents)...)
}

// chosen are the roles that are named, or all of the framework's if none is.
func (f *framework) chosen(roles []string) map[string]bool {
	if len(roles) == 0 {
		return f.roles
	}
	for _, role := range roles {
		check(f.roles[role], "not subscribed to role %q", role)
	}
	return set(roles)
}

// revive forgets what a framework refused in roles, and all that it refused of
// inverse offers, and lets it have offers in these roles.
func (s *state) revive(id string, roles map[string]bool) {
	f := s.framework(id)
	clear(f.declines)
	for role := range roles {
		delete(f.refusals, role)
		delete(f.refused, role)
		s.activate(role, id, true)
		delete(s.roleSorter.blocked, role)
		delete(f.suppressed, role)
	}
}

// activate lets a framework be offered resources in a role, or not. A role in which one
// comes to be active may have a use for what there is.
func (s *state) activate(role, framework string, active bool) {
	leaf := s.sorter(role).leafOf(framework)
	if active && !leaf.active {
		delete(s.roleSorter.blocked, role)
		delete(s.framework(framework).refused, role)
	}
	leaf.active = active
}

func (s *state) newFrameworkSorter(role string) *sorter {
	sorter := newSorter(s.counting)
	sorter.seed = seedOf(s.options.seed, role)
	sorter.policies = map[string]policy{"": governing(s.policies.ofFrameworks, role)}
	sorter.settings, sorter.nowNanos = s.settingsOfFramework, s.nowNanos
	return sorter
}

// tracks says whether a framework is known in a role, which it is if it
// subscribes to it or holds resources in it.
func (s *state) tracks(framework, role string) bool {
	return s.sorters[role] != nil && s.sorters[role].contains(framework)
}

func (s *state) trackFramework(framework, role string) {
	if s.sorters[role] == nil {
		s.roleSorter.add(role)
		s.roleSorter.leafOf(role).active = true
		s.sorters[role] = s.newFrameworkSorter(role)
	}
	s.sorter(role).add(framework)
}

// untrackFramework takes a framework out of a role, unless it holds resources
// there.
func (s *state) untrackFramework(framework, role string) bool {
	sorter := s.sorter(role)
	if len(sorter.leafOf(framework).held) > 0 {
		return false
	}
	sorter.remove(framework)
	if len(sorter.clients) == 0 {
		s.roleSorter.remove(role)
		delete(s.roleSorter.blocked, role)
		delete(s.sorters, role)
	}
	return true
}

// track notes resources on an agent that a framework holds, in their roles.
func (s *state) track(agent, framework string, held resources) {
	for _, role := range held.roles() {
		part := held.forRole(role)
		if !s.tracks(framework, role) {
			s.trackFramework(framework, role)
		}
		s.roleSorter.allocated(role, agent, part)
		s.sorter(role).allocated(framework, agent, part)
	}
}

// untrack notes that a framework no longer holds resources.
func (s *state) untrack(agent, framework string, held resources) {
	f := s.framework(framework)
	for _, role := range held.roles() {
		part := held.forRole(role)
		check(s.roleSorter.contains(role), "no framework in role %q", role)
		s.sorter(role).unallocated(framework, agent, part)
		s.roleSorter.unallocated(role, agent, part)
		if !f.roles[role] {
			s.untrackFramework(framework, role)
		}
	}
}
