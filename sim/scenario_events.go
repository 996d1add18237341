package sim

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// change does what an event says.
func (s *simulation) change(e *scenario.Event) {
	for _, path := range sortedKeys(e.Weight) {
		s.locate(e, "weight", func() { s.setWeight(path, e.Weight[path]) })
	}
	for _, path := range sortedKeys(e.Rank) {
		s.locate(e, "rank", func() { s.setRank(path, e.Rank[path]) })
	}
	for _, path := range sortedKeys(e.Policy) {
		s.locate(e, "policy", func() { s.setPolicy(path, e.Policy[path]) })
	}
	for _, r := range e.Quota {
		s.locate(e, "quota", func() { s.setQuota(r) })
	}
	for _, path := range sortedKeys(e.Lending) {
		l := e.Lending[path]
		s.locate(e, "lending", func() { s.setLending(path, &l) })
	}
	for _, path := range sortedKeys(e.Borrowing) {
		b := e.Borrowing[path]
		s.locate(e, "borrowing", func() { s.setBorrowing(path, &b) })
	}
	for _, i := range s.frameworksOf(e.Start) {
		s.startFramework(&s.frameworks[i])
	}
	for _, i := range s.frameworksOf(e.Stop) {
		s.stopFramework(&s.frameworks[i])
	}
	for _, groups := range [][]string{e.Fail, e.Maintenance} {
		if len(groups) > 0 {
			s.takeAway(s.machinesOf(groups), strings.Join(groups, ", "), time.Duration(e.For))
		}
	}
	for _, group := range sortedKeys(e.Revocable) {
		s.setRevocable(group, e.Revocable[group])
	}
	for _, m := range e.Add {
		for _, i := range s.groups[m.Name] {
			s.addMachine(i)
		}
	}
	s.record.Mark(s.now, e.Text())
}

// announce tells the master of a maintenance.
func (s *simulation) announce(e *scenario.Event) {
	u := alloc.Unavailability{Start: alloc.Time(e.At)}
	if time.Duration(e.For) != scenario.Forever {
		u.Duration = time.Duration(e.For)
	}
	for _, i := range s.machinesOf(e.Maintenance) {
		if m := &s.machines[i]; m.present {
			m.leaving = true
			s.check(s.core.UpdateUnavailability(m.agent, &u))
		}
	}
}

// locate does what a role or an event says. An error in that is one of the scenario.
func (s *simulation) locate(x interface {
	Errorf(key, format string, arguments ...any) error
}, key string, do func()) {
	if err := must.Catch(do); err != nil {
		must.Do(x.Errorf(key, "%v", err))
	}
}

func (s *simulation) machinesOf(groups []string) []int32 {
	var list []int32
	seen := make(map[string]bool, len(groups))
	for _, name := range groups {
		if !seen[name] {
			list = append(list, s.groups[name]...)
		}
		seen[name] = true
	}
	return list
}

// frameworksOf are those that have one of the names, or for which one of the names stands, in the order of
// the scenario.
func (s *simulation) frameworksOf(names []string) []int32 {
	var list []int32
	for _, name := range names {
		list = append(list, s.byName[name]...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// setRevocable changes how much of each revocable resource the machines of a group have. Tasks that
// used what is gone are lost; those that began last go first.
func (s *simulation) setRevocable(group string, has scenario.Resources) {
	for _, i := range s.groups[group] {
		m := &s.machines[i]
		before := m.has
		m.has = s.firm(m)
		s.divide(m, has)
		if !m.present {
			continue
		}
		s.total.Sub(&before)
		s.total.Add(&m.has)
		for slot := range s.offers {
			if o := &s.offers[slot]; o.open && o.machine == i && slices.ContainsFunc(o.parts, s.isRevocable) {
				s.rescind(offerRef{int32(slot), o.gen})
			}
		}
		lost := s.tasksBeyond(i, m)
		for _, slot := range lost {
			t := s.tasks[slot]
			s.giveUp(&t)
		}
		s.lose(results.TasksLost, func(t *task) bool { return t.machine == i && t.group != nil && t.revoked })
		total := s.byKind(&m.has, m.parts)
		s.check(s.core.UpdateAgent(m.agent, alloc.AgentUpdate{Total: &total}))
		s.recount(m)
	}
}

// tasksBeyond marks the tasks on a machine that use more revocable resources than it has now,
// and returns them: the last ones.
func (s *simulation) tasksBeyond(i int32, m *machine) (lost []int32) {
	var left amounts // what is lent comes back first: tasks that use it are lost, too
	for _, r := range m.parts {
		if s.isRevocable(r) {
			left[s.resourceOf(r.Kind)] += r.Amount
		}
	}
	var using []int32
	for slot := range s.tasks {
		if t := &s.tasks[slot]; t.group != nil && t.machine == i && t.group.plan.Revocable {
			using = append(using, int32(slot))
		}
	}
	slices.SortStableFunc(using, func(a, b int32) int { return cmp.Compare(s.tasks[a].began, s.tasks[b].began) })
	for _, slot := range using {
		t := &s.tasks[slot]
		if left.Fits(&s.sizes[t.size], 1) > 0 {
			left.Sub(&s.sizes[t.size])
			continue
		}
		t.revoked = true
		lost = append(lost, slot)
	}
	return lost
}

// startFramework lets a framework come, unless it is there.
func (s *simulation) startFramework(fw *framework) {
	if fw.present {
		return
	}
	id, err := s.core.AddFramework(alloc.FrameworkInfo{
		ID:             idOf(fw.plan.Name),
		Capabilities:   fw.plan.CoreCapabilities(),
		Roles:          fw.roleIDs,
		MinAllocatable: s.minimumOf(fw),
		Used:           fw.uses,
	})
	s.check(err)
	if fw.plan.Rank != 0 {
		s.check(s.core.SetRanks(nil, []alloc.FrameworkRank{{Framework: id, Rank: fw.plan.Rank}}))
	}
	fw.id, fw.present, fw.quiet, fw.came = id, true, false, s.now
	fw.gen++
	s.byID[id] = fw
	s.excludeMachines(fw)
	s.resume(fw)
	fw.Waiting++ // what is there from the beginning revives nothing
	for i := range fw.groups {
		s.beginArrivals(&fw.groups[i])
	}
	fw.Waiting--
	s.suppressIfIdle(fw)
}

// stopFramework lets a framework go, with all its tasks.
func (s *simulation) stopFramework(fw *framework) {
	if !fw.present {
		return
	}
	s.withdraw(func(o *offer) bool { return o.framework == fw })
	for slot := range s.tasks { // as Mesos's master does: the allocator does not know whose they are
		if t := &s.tasks[slot]; t.group != nil && t.group.fw == fw {
			s.giveUp(t)
		}
	}
	s.check(s.core.RemoveFramework(fw.id))
	delete(s.byID, fw.id)
	fw.present = false
	fw.gen++
	s.lose(results.TasksLost, func(t *task) bool { return t.group.fw == fw })
	for i := range fw.groups {
		g := &fw.groups[i]
		for k := range g.classes {
			c := &g.classes[k]
			s.countWaiting(g, c.size, -c.len()*g.plan.Gang)
			s.waiting -= c.len()
		}
		g.classes, g.queue, g.bySize, g.arrived = nil, nil, map[int32]int{}, 0
	}
	fw.Waiting, fw.gangs, fw.gathered, fw.waits = 0, 0, nil, false
}
