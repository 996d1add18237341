package journal

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/sorter/policy"
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

// latestFirst serves whoever was given the most.
type latestFirst struct{}

func (latestFirst) Key(u policy.Usage) (first, second float64) { return 0, -u.Picks() }

// A recording that names a policy of one's own is read by those who bring that along.
func TestAPolicyOfOnesOwnIsBroughtAlong(t *testing.T) {
	own := policy.Definition{Name: "latest_first", Make: func(policy.Parameters) (policy.Ordering, error) { return latestFirst{}, nil }}
	a, err := core.New(alloc.Options{Policies: []policy.Definition{own}, RoleSorter: "latest_first"})
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "recorded")
	r, err := Open(a, Options{Dir: dir})
	require.NoError(t, err)
	role, err := a.InternRole("web")
	require.NoError(t, err)
	require.NoError(t, a.SetPolicy(role, alloc.ScopeFrameworks, "latest_first"))
	require.NoError(t, r.Stop())

	rec, err := Read(dir)
	require.NoError(t, err)
	require.ErrorContains(t, (&Replay{}).Run(rec), `no such policy: "latest_first"`)
	p := &Replay{Policies: []policy.Definition{own}}
	require.NoError(t, p.Run(rec))
	require.Equal(t, a.Digest(), p.Allocator.Digest())
	_, _, err = Anonymize(rec, dir+"-refused")
	require.ErrorContains(t, err, `no such policy: "latest_first"`)
	require.NoDirExists(t, dir+"-refused", "the next try has to find nothing there")
	_, _, err = Anonymize(rec, dir+"-anonymous", own)
	require.NoError(t, err)
}
