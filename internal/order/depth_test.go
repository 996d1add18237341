package order

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// TestClientAtEveryDepth has a client at each of thousands of levels of one path,
// each above all that follow: they come in the order of their shares, and no path
// is copied.
func TestClientAtEveryDepth(t *testing.T) {
	depth := 2048
	if invariantsOn {
		depth = 64 // each change looks at everything
	}
	path := strings.Repeat("r/", depth-1) + "r"
	names := &rows.Names{}
	cpus, err := names.Intern("cpus")
	require.NoError(t, err)
	totals := NewTotals(names, nil, nil)
	totals.Change(quantities.Row{}, quantities.NewRow(1e9))
	s := New(Options{Totals: totals})
	used := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	before := used()
	clients := make([]Client, depth)
	for i := range clients {
		clients[i], err = s.Add(path[:2*i+1])
		require.NoError(t, err)
		require.NoError(t, s.Activate(clients[i]))
	}
	require.Less(t, used()-before, uint64(depth*4000), "no copies of the paths")

	// Each client has less than those below it have together, but for the last few.
	var row quantities.Row
	for i, c := range clients {
		row.Set(cpus, quantities.Amount(depth-i))
		s.Allocated(c, row)
	}
	require.EqualValues(t, depth*(depth+1)/2, s.Total().At(cpus))
	order := s.Sort(nil)
	require.Len(t, order, depth)
	require.Equal(t, clients[:depth-3], order[:depth-3])

	for _, c := range clients {
		require.NoError(t, s.Remove(c))
	}
	require.True(t, s.Total().IsZero())
	require.Zero(t, s.Count())
}
