package differential

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
)

// TestExplanationsComeTrue: after histories of each setup, all that is said of each
// framework in each role, and of the role, is tried out. APPORTION_SEEDS says of how
// many histories.
func TestExplanationsComeTrue(t *testing.T) { explanationsComeTrue(t, false) }

// TestExplanationsComeTrueUnderPolicies: whatever roles and frameworks are ordered by.
func TestExplanationsComeTrueUnderPolicies(t *testing.T) { explanationsComeTrue(t, true) }

func explanationsComeTrue(t *testing.T, policies bool) {
	codes, kinds := map[explain.ReasonCode]int{}, map[explain.ChangeKind]int{}
	orders := map[string]int{}
	seeds := uint64(48)
	if n, err := strconv.ParseUint(os.Getenv("APPORTION_SEEDS"), 10, 64); err == nil {
		seeds = n
	}
	l := Everything
	l.opponents = func(*sequence.Cast, uint64) []opponent { return nil }
	l.draws.Policies = policies
	for seed := range seeds {
		g := l.Open(seed, nil)
		_, f := g.Play([]int{30, 55, 80}[seed%3])
		require.NoError(t, failed(f), "seed %d", seed)
		require.NoError(t, must.Catch(g.proveAll), "seed %d", seed)
		for _, s := range g.subscriptions() {
			r, err := g.subject.core.InternRole(g.cast.Roles[s.role].Path)
			require.NoError(t, err)
			e, err := g.subject.core.Explain(g.subject.FrameworkID(s.framework), r)
			require.NoError(t, err)
			codes[e.Verdict.Code]++
			if !e.Order.IsFirst {
				orders[e.Order.Own.Policy.Name()]++
			}
			require.Equal(t, e.Verdict.Code == explain.ReasonNone, len(e.Verdict.Remedies) == 0, "something can be done each time: seed %d\n%v", seed, e)
			for _, remedy := range e.Verdict.Remedies {
				for i := range remedy {
					kinds[remedy[i].Kind]++
				}
			}
		}
	}
	t.Log(codes, kinds, orders)
	require.Greater(t, len(codes), 10, "what verdicts are about")
	require.Greater(t, len(kinds), 10, "what helps")
}
