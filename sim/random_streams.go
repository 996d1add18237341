package sim

import (
	"hash/fnv"
	"math"
	"sort"

	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sim/scenario"
)

// A stream is random numbers that depend on nothing but what it was made from. Each
// task has streams of its own, so that the same tasks come under every policy.
type stream struct{ container.SplitMix64 }

// Purposes of streams.
const (
	forAllocator = iota
	forSize
	forDuration
	forArrival
	forBatch
	forHold
	forShape
	forFailure
	forRepair
	forTaskFailure
)

func streamOf(parts ...uint64) stream {
	var s container.SplitMix64
	for _, p := range parts {
		s.Next() // parts in another order are another stream
		s = container.SplitMix64(container.Mix64(uint64(s) ^ container.Mix64(p)))
	}
	s.Next()
	return stream{s}
}

// uniform is in [0, 1).
func (s *stream) uniform() float64 { return float64(s.Next()>>11) * 0x1p-53 }

// draw draws a number.
func (s *stream) draw(l *scenario.Distribution) float64 {
	v := l.A
	switch l.Kind {
	case scenario.Uniform:
		v += s.uniform() * (l.B - l.A)
	case scenario.Exponential:
		v *= -math.Log1p(-s.uniform())
	case scenario.LogNormal:
		// Box and Muller: one of the two numbers that it makes.
		radius := math.Sqrt(-2 * math.Log1p(-s.uniform()))
		v *= math.Exp(l.B * radius * math.Cos(2*math.Pi*s.uniform()))
	case scenario.Pareto:
		v *= math.Pow(1-s.uniform(), -1/l.B)
	case scenario.Values:
		v = l.List[int(s.uniform()*float64(len(l.List)))]
	}
	return l.Bounded(v)
}

// A sampler draws what a table has, as often as the table counts it.
type sampler struct {
	sums []float64 // of the counts up to each entry
}

func (s *sampler) add(count int) {
	last := 0.0
	if len(s.sums) > 0 {
		last = s.sums[len(s.sums)-1]
	}
	s.sums = append(s.sums, last+float64(count))
}

// draw is the index of an entry.
func (s *sampler) draw(random *stream) int {
	at := random.uniform() * s.sums[len(s.sums)-1]
	i := sort.Search(len(s.sums), func(i int) bool { return s.sums[i] > at })
	return min(i, len(s.sums)-1)
}

// hashOf is a number for a name.
func hashOf(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}
