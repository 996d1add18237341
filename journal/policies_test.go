package journal

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
)

// Policies and ranks that change in the midst of a history are recorded, and replay
// identically, with what was remembered of usage.
func TestPoliciesReplayIdentically(t *testing.T) {
	traces, err := history.ReadFile("../testdata/conformance/mixed.jsonl.gz")
	require.NoError(t, err)
	policies := []string{"decayed:half_life=1s", "hdrf", "ranked", "max_min:resource=cpus", "asset", "random", "drf", ""}
	for i, trace := range traces[:6] {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(i))
		a := &recorded{}
		d := driver.NewOn(a.opened(Options{Dir: dir}), alloc.Options{AgentOrder: alloc.OrderPack})
		changes := 0
		for k, step := range trace.Steps {
			if k > 0 && k%3 == 0 {
				_, err := d.Apply(&history.SetPolicy{Policy: policies[(k/3+i)%len(policies)], Of: []string{"", history.OfRoles}[k/3%2]})
				require.NoError(t, err)
				_, err = d.Apply(&history.SetRanks{Roles: map[string]float64{"eng": float64(k % 5), "ops": -1}})
				require.NoError(t, err)
				changes++
			}
			_, _ = d.Apply(step.Op) // what was recorded under other policies may be refused now
		}
		require.Positive(t, changes)
		require.NoError(t, a.Stop())
		require.Equal(t, a.Digest(), replayed(t, dir).Allocator.Digest())
	}
}
