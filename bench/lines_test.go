package bench

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/tested"
	"github.com/stretchr/testify/require"
)

func TestEachLineIsDescribed(t *testing.T) {
	described := map[string]bool{}
	for _, l := range Lines {
		described[l.Name] = true
	}
	for _, l := range tableLines {
		require.True(t, described[l.name], "line %s is not in Lines", l.name)
		delete(described, l.name)
	}
	require.Empty(t, described, "in Lines but not measured")
}

func TestFragments(t *testing.T) {
	spans := fragments(7, 10, 20, 3)
	require.Len(t, spans, 3)
	require.Equal(t, []uint64{10, 10, 12, 12, 14, 20},
		[]uint64{spans[0].Begin, spans[0].End, spans[1].Begin, spans[1].End, spans[2].Begin, spans[2].End})
}

func TestTreeClients(t *testing.T) {
	require.Equal(t, []string{"0/0", "0/1", "0", "1/0", "1/1", "1"}, treeClients(nil, "", 2, 2))
	for _, shape := range []struct{ height, branching, want int }{{3, 32, 1056}, {7, 3, 1092}, {10, 2, 1022}} {
		require.Len(t, treeClients(nil, "", shape.height-1, shape.branching), shape.want)
	}
}

// The setup of declined agents leads to the state that declining leads to.
func TestDeclinedWorld(t *testing.T) {
	const agents, frameworks = 20, 7
	w := newDeclinedWorld(alloc.Options{}, agents, frameworks)
	w.Tick()
	require.Empty(t, w.Cycle.Offers)
	w.toggle()
	w.Tick()
	require.Equal(t, agents, w.Cycle.Report.Candidates)
	require.Empty(t, w.Cycle.Offers, "what was refused covers less, too")
	w.toggle()
	w.Tick()
	require.Empty(t, w.Cycle.Offers)
	check(w.ReviveOffers(w.Frameworks[3], nil))
	w.Tick()
	require.Len(t, w.Cycle.Offers, agents)
	require.Equal(t, w.Frameworks[3], w.Cycle.Offers[0].Framework)
}

// Each re-sorted line gives the offers that it gives otherwise.
func TestResortOffersTheSame(t *testing.T) {
	w, naive := newUsedCluster(alloc.Options{}, 200, 30), newUsedCluster(tested.With(alloc.Options{}, tested.Options{Resort: true}), 200, 30)
	for range 5 {
		w.Tick()
		naive.Tick()
		require.Equal(t, w.Cycle.Offers, naive.Cycle.Offers)
		w.Return(0)
		naive.Return(0)
	}
}
