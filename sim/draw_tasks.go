package sim

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/scenario"
)

// streamOf is random numbers for one purpose of the tasks of a kind that have a number.
func (s *simulation) streamOf(g *group, number int, purpose uint64) stream {
	return streamOf(s.seed, g.fw.stream, g.number, uint64(number), purpose)
}

// sizeOf draws the size of a task.
func (s *simulation) sizeOf(g *group, number int32) int32 {
	switch {
	case g.rows != nil && g.size == none:
		return g.rows[int(number)%len(g.rows)].size
	case g.size != none:
		return g.size
	}
	random := s.streamOf(g, int(number), forSize)
	if g.shapes != nil {
		return g.shapes.sizes[g.shapes.sampler.draw(&random)]
	}
	var size amounts
	for _, l := range g.distributions {
		size[l.resource] = amountOf(random.draw(l.distribution))
	}
	if size.IsEmpty() {
		size[g.distributions[0].resource] = 1
	}
	return s.internSize(size)
}

// durationOf draws how long a task takes; 0 for ever.
func (s *simulation) durationOf(g *group, number int32) alloc.Time {
	if g.lasts {
		return g.rows[int(number)%len(g.rows)].duration
	}
	if g.plan.Duration.Kind == scenario.Endless {
		return 0
	}
	random := s.streamOf(g, int(number), forDuration)
	return max(leastDuration, timeOf(random.draw(&g.plan.Duration.Distribution)))
}
