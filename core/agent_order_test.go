package core

import (
	"math"
	"testing"

	"github.com/apportion/apportion/core/internal/cycle"
	"github.com/apportion/apportion/internal/container"
	"github.com/stretchr/testify/require"
)

// drawn returns the order of agents 0 to n-1 that is drawn from a seed.
func drawn(n int, seed uint64, together bool) []int {
	agents := make([]uint64, n)
	for i := range agents {
		agents[i] = uint64(i)
	}
	cycle.DrawOrder(agents, seed, together)
	agents, _ = container.RadixSort(agents, nil)
	order := make([]int, n)
	for i, x := range agents {
		order[i] = int(uint32(x))
	}
	return order
}

// Every agent comes once, and is as likely to come early as late.
func TestDrawIsFair(t *testing.T) {
	const n, draws = 1000, 2000
	for _, together := range []bool{false, true} {
		sums := make([]float64, n)
		for seed := range uint64(draws) {
			for place, agent := range drawn(n, container.Mix64(seed), together) {
				sums[agent] += float64(place)
			}
		}
		// A mean of that many places between 0 and n-1 is this far off as a rule.
		deviation := n / math.Sqrt(12*draws)
		for agent, sum := range sums {
			require.InDelta(t, (n-1)/2.0, sum/draws, 5*deviation, "agent %d", agent)
		}
	}
}

// Neighbours come one after the other, in no order of their own.
func TestNeighboursComeTogether(t *testing.T) {
	const n = 64 * cycle.Neighbours
	firsts := map[int]bool{}
	for seed := range uint64(200) {
		order := drawn(n, container.Mix64(seed), true)
		seen := map[int]bool{}
		for place := 0; place < n; place += cycle.Neighbours {
			home := order[place] >> cycle.NeighbourShift
			require.False(t, seen[home])
			seen[home] = true
			for _, agent := range order[place : place+cycle.Neighbours] {
				require.Equal(t, home, agent>>cycle.NeighbourShift)
			}
		}
		firsts[order[0]%cycle.Neighbours] = true
	}
	require.Len(t, firsts, cycle.Neighbours)
}
