package sim

import (
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/scenario"
)

// beginArrivals lets the first tasks of a kind arrive when the framework comes, or says when they do.
func (s *simulation) beginArrivals(g *group) {
	at := g.begins()
	if g.arrives {
		at = at.Add(time.Duration(g.rows[0].arrival))
	} else if g.plan.Every != nil {
		at = s.afterGap(g, at)
	}
	if at <= s.now {
		s.arrival(g)
		return
	}
	s.arrivalAt(at, g)
}

// begins is when the first tasks of a kind may arrive.
func (g *group) begins() alloc.Time { return g.fw.came.Add(time.Duration(g.plan.From)) }

// arrivalAt says when the next tasks of a kind arrive, unless the framework has gone by then.
func (s *simulation) arrivalAt(at alloc.Time, g *group) {
	gen := g.fw.gen
	s.events.push(at, func() {
		if g.fw.gen == gen {
			s.arrival(g)
		}
	})
}

// gapOf draws the time until the next arrival.
func (s *simulation) gapOf(g *group) alloc.Time {
	random := s.streamOf(g, g.gaps, forArrival)
	g.gaps++
	return max(leastDuration, timeOf(random.draw(&g.plan.Every.Distribution)))
}

// afterGap draws when, after a time, the next tasks arrive. Where hours and days have rates, the
// gap passes as many times as fast as the rate says.
func (s *simulation) afterGap(g *group, at alloc.Time) alloc.Time {
	left := s.gapOf(g)
	if g.plan.ByHour == nil && g.plan.ByDay == nil {
		return at.Add(time.Duration(left))
	}
	for at <= s.end {
		hour := alloc.Time(time.Hour) - at%alloc.Time(time.Hour)
		rate := rateOf(g.plan, at)
		if passes := float64(hour) * rate; float64(left) <= passes {
			return at.Add(max(time.Duration(leastDuration), time.Duration(float64(left)/rate)))
		}
		left -= alloc.Time(float64(hour) * rate)
		at = at.Add(time.Duration(hour))
	}
	return at
}

// rateOf is how many times as many tasks arrive in the hour of a time.
func rateOf(plan *scenario.Tasks, at alloc.Time) float64 {
	hours, rate := int(at/alloc.Time(time.Hour)), 1.0
	if plan.ByHour != nil {
		rate *= plan.ByHour[hours%24]
	}
	if plan.ByDay != nil {
		rate *= plan.ByDay[hours/24%7]
	}
	return rate
}

// arrival lets tasks of a kind arrive, and says when the next do.
func (s *simulation) arrival(g *group) {
	if s.arrivalsAreOver(g) {
		return
	}
	switch {
	case g.arrives:
		s.arrivalOfRows(g)
	case g.plan.Every != nil:
		random := s.streamOf(g, g.gaps, forBatch)
		for range int(min(1e6, random.draw(&g.plan.Batch.Distribution)+0.5)) {
			s.arrive(g)
		}
		if g.plan.Max == 0 || g.arrived < g.plan.Max {
			s.arrivalAt(s.afterGap(g, s.now), g)
		}
	case g.plan.Keep > 0:
		for range (g.plan.Keep - g.running) / g.plan.Gang {
			s.arrive(g)
		}
		g.running = 0
	case g.plan.Backlog:
		s.arrive(g)
	}
}

// arrivalsAreOver reports whether it is too late for more tasks of a kind to arrive.
func (s *simulation) arrivalsAreOver(g *group) bool {
	return s.now >= g.fw.came.Add(time.Duration(g.plan.Until))
}

// arrivalOfRows lets all tasks of a file arrive that are due to arrive now.
func (s *simulation) arrivalOfRows(g *group) {
	for g.arrived < len(g.rows) {
		at := g.begins().Add(time.Duration(g.rows[g.arrived].arrival))
		if at > s.now {
			s.arrivalAt(at, g)
			return
		}
		before := g.arrived
		s.arrive(g)
		if g.arrived == before {
			return // as many as there may be have come
		}
	}
}

// arrive makes a task, or a gang, wait.
func (s *simulation) arrive(g *group) {
	if g.plan.Max > 0 && g.arrived >= g.plan.Max {
		return
	}
	number := int32(g.arrived)
	g.arrived += g.plan.Gang
	s.wait(g, pending{arrival: s.now, number: number}, s.sizeOf(g, number))
}
