package agentorder

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/container"
)

// drawn returns the order of agents 0 to n-1 that is drawn from a seed.
func drawn(n int, seed uint64, together bool) []int {
	agents := make([]uint64, n)
	for i := range agents {
		agents[i] = uint64(i)
	}
	var r random
	agents = r.draw(agents, seed, together)
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
	const n = 64 * neighbours
	firsts := map[int]bool{}
	for seed := range uint64(200) {
		order := drawn(n, container.Mix64(seed), true)
		seen := map[int]bool{}
		for place := 0; place < n; place += neighbours {
			home := order[place] >> neighbourShift
			require.False(t, seen[home])
			seen[home] = true
			for _, agent := range order[place : place+neighbours] {
				require.Equal(t, home, agent>>neighbourShift)
			}
		}
		firsts[order[0]%neighbours] = true
	}
	require.Len(t, firsts, neighbours)
}

// Each agent's place is drawn by itself, whichever others are on the list and in whatever order they
// stand there, and wherever places of neighbourhoods tie.
func TestDrawDependsOnNoOther(t *testing.T) {
	const seed = 5
	place := func(slot uint64) uint64 {
		p := container.Mix64(seed ^ slot>>neighbourShift)
		return (p&^(neighbours-1) | (p^slot)%neighbours) << 32
	}
	draws := rand.New(rand.NewPCG(seed, 0))
	var order random
	tied := 0
	for _, n := range []uint64{1, 700, 1 << 20} {
		var list []uint64
		for slot := range n {
			if draws.IntN(3) > 0 {
				list = append(list, slot)
			}
		}
		want := make([]uint64, len(list))
		for i, slot := range list {
			want[i] = place(slot) | slot
		}
		slices.Sort(want)
		for i := range max(1, len(want)) - 1 {
			if (want[i]^want[i+1])>>(32+neighbourShift) == 0 && (want[i]^want[i+1])&0xFFFFFFFF>>neighbourShift != 0 {
				tied++
			}
		}
		require.True(t, slices.Equal(want, order.draw(slices.Clone(list), seed, true)))
		draws.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		require.True(t, slices.Equal(want, order.draw(list, seed, true)))
	}
	require.NotZero(t, tied, "neighbourhoods whose places tie")
}
