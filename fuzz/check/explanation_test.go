package check

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/generate"
)

// TestExplanationsComeTrue: after histories of each setup, all that is said of each
// framework in each role, and of the role, is tried out. APPORTION_SEEDS says of how
// many histories.
func TestExplanationsComeTrue(t *testing.T) { explanationsComeTrue(t, SetupFor) }

// TestExplanationsComeTrueUnderPolicies: whatever roles and frameworks are ordered by.
func TestExplanationsComeTrueUnderPolicies(t *testing.T) { explanationsComeTrue(t, PolicySetupFor) }

func explanationsComeTrue(t *testing.T, setupFor func(seed uint64) Setup) {
	codes, kinds := map[core.ReasonCode]int{}, map[core.ChangeKind]int{}
	orders := map[string]int{}
	seeds := uint64(16)
	if n, err := strconv.ParseUint(os.Getenv("APPORTION_SEEDS"), 10, 64); err == nil {
		seeds = n
	}
	for seed := range seeds {
		setup := setupFor(seed)
		g, c := generate.New(setup.Generate(), seed), New(setup, nil)
		for range []int{30, 55, 80}[seed%3] {
			call := g.Next()
			answer, accepted, err := c.Step(call)
			require.NoError(t, err, "seed %d", seed)
			if accepted {
				g.Learn(call.Op, answer)
			}
		}
		require.NoError(t, c.proveAll(), "seed %d", seed)
		for _, s := range c.subscriptions() {
			f, _ := c.subject.core.FindFramework(s.framework)
			r, _ := c.subject.core.InternRole(s.role)
			e, err := c.subject.core.Explain(f, r)
			require.NoError(t, err)
			codes[e.Verdict.Code]++
			if !e.Order.IsFirst {
				orders[e.Order.Own.Policy.Name()]++
			}
			require.Equal(t, e.Verdict.Code == core.ReasonNone, len(e.Verdict.Remedies) == 0, "something can be done each time: seed %d\n%v", seed, e)
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
