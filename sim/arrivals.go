package sim

import (
	"time"

	"github.com/apportion/apportion/core"
)

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

// arrive makes a task, or a gang, wait.
func (s *simulation) arrive(f int32, group int) {
	fw := &s.frameworks[f]
	g := &fw.groups[group]
	if g.plan.Max > 0 && g.arrived >= g.plan.Max {
		return
	}
	number := int32(g.arrived)
	g.arrived += g.plan.Gang
	s.wait(f, group, pending{s.now, number}, s.sizeOf(fw, g, number))
}
