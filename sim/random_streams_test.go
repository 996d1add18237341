package sim

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/scenario"
)

func quantile(list []float64, part float64) float64 {
	slices.Sort(list)
	return report.Quantile(list, part)
}

func drawn(distribution scenario.Distribution, n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		random := streamOf(1, uint64(i))
		list[i] = random.draw(&distribution)
	}
	return list
}

func TestDistributions(t *testing.T) {
	const n = 200_000
	average := func(list []float64) float64 {
		sum := 0.0
		for _, v := range list {
			sum += v
		}
		return sum / float64(len(list))
	}
	require.Equal(t, 3.0, average(drawn(scenario.Distribution{A: 3}, 10)))
	uniform := drawn(scenario.Distribution{Kind: scenario.Uniform, A: 20, B: 40}, n)
	require.InDelta(t, 30, average(uniform), 0.1)
	require.InDelta(t, 25, quantile(uniform, 0.25), 0.1)
	exponential := drawn(scenario.Distribution{Kind: scenario.Exponential, A: 5}, n)
	require.InDelta(t, 5, average(exponential), 0.05)
	require.InDelta(t, 5*0.693147, quantile(exponential, 0.5), 0.05)
	normal := drawn(scenario.Distribution{Kind: scenario.LogNormal, A: 10, B: 1}, n)
	require.InDelta(t, 10, quantile(normal, 0.5), 0.1)
	require.InDelta(t, 27.18, quantile(normal, 0.8413447), 0.4)
	pareto := drawn(scenario.Distribution{Kind: scenario.Pareto, A: 2, B: 1.5}, n)
	require.InDelta(t, 2*1.5874, quantile(pareto, 0.5), 0.03)
	require.GreaterOrEqual(t, quantile(pareto, 0), 2.0)
	require.InDelta(t, 2, average(drawn(scenario.Distribution{Kind: scenario.Values, List: []float64{1, 3}}, n)), 0.02)
	clamped := drawn(scenario.Distribution{Kind: scenario.Exponential, A: 5, Min: 1, Max: 6}, n)
	require.Equal(t, 1.0, quantile(clamped, 0))
	require.Equal(t, 6.0, quantile(clamped, 1))
}

func TestSamplersDrawByCount(t *testing.T) {
	var s sampler
	s.add(1)
	s.add(0)
	s.add(3)
	counts := [3]int{}
	for i := range 40_000 {
		random := streamOf(7, uint64(i))
		counts[s.draw(&random)]++
	}
	require.InDelta(t, 10_000, counts[0], 300)
	require.Zero(t, counts[1])
	require.InDelta(t, 30_000, counts[2], 300)
}

func TestTheCalendarIsInOrder(t *testing.T) {
	var c eventQueue
	random := streamOf(3)
	for i := range 5000 {
		c.push(100, nil)
		if i%3 == 0 {
			c.push(200+10*alloc.Time(random.Next()%50), nil)
		}
	}
	var last *event
	for i := 0; len(c.heap) > 0; i++ {
		e := c.pop()
		require.True(t, i == 0 || last.before(e))
		last = e
	}
	require.Equal(t, never, c.next())
}
