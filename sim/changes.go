package sim

import (
	"slices"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/sim/scenario"
)

// A change is a scenario's event, or the notice that it gives of a maintenance.
type change struct {
	event  *scenario.Event
	notice bool
}

// change does what an event says.
func (s *simulation) change(c *change) {
	e := c.event
	if c.notice {
		s.announce(e)
		return
	}
	for _, path := range sortedKeys(e.Weight) {
		s.locate(e, "weight", s.setWeight(path, e.Weight[path]))
	}
	for _, path := range sortedKeys(e.Policy) {
		s.locate(e, "policy", s.setPolicy(path, e.Policy[path]))
	}
	for _, r := range e.Quota {
		s.locate(e, "quota", s.setQuota(r))
	}
	for _, list := range []struct {
		names []string
		do    func(int32)
	}{{e.Start, s.startFramework}, {e.Stop, s.stopFramework}} {
		for i := range s.frameworks {
			if plan := s.frameworks[i].plan; slices.Contains(list.names, plan.Name) || slices.Contains(list.names, plan.Base) {
				list.do(int32(i))
			}
		}
	}
	if len(e.Fail) > 0 {
		s.takeAway(s.machinesOf(e.Fail), time.Duration(e.For))
	}
	if len(e.Maintenance) > 0 {
		s.takeAway(s.machinesOf(e.Maintenance), time.Duration(e.For))
	}
	for _, m := range e.Add {
		for _, i := range s.groups[m.Name] {
			s.addMachine(i)
		}
	}
	s.record.mark(s.now, e)
}

// announce tells the master of a maintenance.
func (s *simulation) announce(e *scenario.Event) {
	u := core.Unavailability{Start: core.Time(e.At)}
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

// locate keeps an error that comes of what an event says.
func (s *simulation) locate(e *scenario.Event, key string, err error) {
	if err != nil && s.err == nil {
		s.err = e.Errorf(key, "%v", err)
	}
}

func (s *simulation) machinesOf(groups []string) []int32 {
	var list []int32
	for i, name := range groups {
		if !slices.Contains(groups[:i], name) {
			list = append(list, s.groups[name]...)
		}
	}
	return list
}

// startFramework lets a framework come, unless it is there.
func (s *simulation) startFramework(f int32) {
	fw := &s.frameworks[f]
	if fw.present {
		return
	}
	minimum := s.minimumOf(fw)
	id, err := s.core.AddFramework(core.FrameworkInfo{
		ID:             idOf(fw.plan.Name),
		Capabilities:   fw.plan.CoreCapabilities(),
		Roles:          fw.roles,
		MinAllocatable: minimum,
		Used:           fw.uses,
	})
	if err != nil {
		s.check(err)
		return
	}
	if fw.plan.Rank != 0 {
		s.check(s.core.SetRanks(nil, []core.FrameworkRank{{Framework: id, Rank: fw.plan.Rank}}))
	}
	fw.id, fw.present, fw.quiet, fw.came = id, true, false, s.now
	fw.gen++
	s.byID[id] = f
	s.resume(f)
	fw.waiting++ // what is there from the beginning revives nothing
	for i := range fw.groups {
		s.beginArrivals(f, i)
	}
	fw.waiting--
	s.suppressIfIdle(fw)
}

// stopFramework lets a framework go, with all its tasks.
func (s *simulation) stopFramework(f int32) {
	fw := &s.frameworks[f]
	if !fw.present {
		return
	}
	s.withdraw(func(o *offer) bool { return o.framework == f })
	s.check(s.core.RemoveFramework(fw.id))
	delete(s.byID, fw.id)
	fw.present = false
	fw.gen++
	s.lose(func(t *task) bool { return t.framework == f })
	for i := range fw.groups {
		g := &fw.groups[i]
		for k := range g.classes {
			c := &g.classes[k]
			s.countWaiting(fw, g, c.size, -c.len()*g.plan.Gang)
			s.waiting -= c.len()
		}
		g.classes, g.queue, g.bySize, g.arrived = nil, nil, map[int32]int{}, 0
	}
	fw.waiting, fw.gangs, fw.gathered, fw.waits = 0, 0, nil, false
}

// beginArrivals lets the first tasks of a kind arrive, or says when they do.
func (s *simulation) beginArrivals(f int32, group int) {
	fw := &s.frameworks[f]
	g := &fw.groups[group]
	at := fw.came.Add(time.Duration(g.plan.From))
	if g.arrives {
		at = at.Add(time.Duration(g.rows[0].arrival))
	} else if g.plan.Every != nil {
		at = at.Add(time.Duration(s.gapOf(fw, g)))
	}
	if at <= s.now {
		s.arrival(f, group)
		return
	}
	s.calendar.push(event{at: at, kind: taskArrival, a: f, b: int32(group), gen: fw.gen})
}

// gapOf draws the time until the next arrival.
func (s *simulation) gapOf(fw *framework, g *group) core.Time {
	random := streamOf(s.seed, fw.stream, g.number, uint64(g.gaps), forArrival)
	g.gaps++
	return max(leastDuration, timeOf(random.draw(&g.plan.Every.Law)))
}

// arrival lets tasks of a kind arrive, and says when the next do.
func (s *simulation) arrival(f int32, group int) {
	fw := &s.frameworks[f]
	g := &fw.groups[group]
	if s.arrivalsAreOver(fw, g) {
		return
	}
	switch {
	case g.arrives:
		s.arrivalOfRows(f, group)
	case g.plan.Every != nil:
		random := streamOf(s.seed, fw.stream, g.number, uint64(g.gaps), forBatch)
		for range int(min(1e6, random.draw(&g.plan.Batch.Law)+0.5)) {
			s.arrive(f, group)
		}
		if g.plan.Max == 0 || g.arrived < g.plan.Max {
			s.calendar.push(event{at: s.now.Add(time.Duration(s.gapOf(fw, g))), kind: taskArrival, a: f, b: int32(group), gen: fw.gen})
		}
	case g.plan.Keep > 0:
		for range (g.plan.Keep - g.running) / g.plan.Gang {
			s.arrive(f, group)
		}
		g.running = 0
	case g.plan.Backlog:
		s.arrive(f, group)
	}
}

// arrivalsAreOver reports whether the time has come from which on no more tasks of a
// kind arrive.
func (s *simulation) arrivalsAreOver(fw *framework, g *group) bool {
	return s.now >= fw.came.Add(time.Duration(g.plan.Until))
}

// arrivalOfRows lets all tasks of a file arrive whose time it is.
func (s *simulation) arrivalOfRows(f int32, group int) {
	fw := &s.frameworks[f]
	g := &fw.groups[group]
	began := fw.came.Add(time.Duration(g.plan.From))
	for g.arrived < len(g.rows) {
		at := began.Add(time.Duration(g.rows[g.arrived].arrival))
		if at > s.now {
			s.calendar.push(event{at: at, kind: taskArrival, a: f, b: int32(group), gen: fw.gen})
			return
		}
		before := g.arrived
		if s.arrive(f, group); g.arrived == before {
			return // as many as there may be have come
		}
	}
}
