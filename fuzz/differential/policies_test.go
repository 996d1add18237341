package differential

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/fuzz/sequence"
)

// The core answers as the reference model does, with each policy from the beginning
// and others in the midst, and with a core that is restored after every few calls.
func TestPoliciesAreThoseOfTheModel(t *testing.T) {
	policies := []string{
		"drf", "hdrf", "ranked", "asset", "max_min:resource=mem", "decayed:half_life=2s", "decayed:half_life=10m", "random",
	}
	for i, policy := range policies {
		t.Run(policy, func(t *testing.T) {
			l := Model
			l.Calls = 700
			l.draws.Policies = true
			l.opponents = func(cast *sequence.Cast, seed uint64) []opponent {
				return []opponent{newReference(cast), newRestored(cast, 16)}
			}
			var sum Counts
			for seed := uint64(1); seed <= 6; seed++ {
				g := l.Open(seed*uint64(len(policies))+uint64(i), nil)
				g.cast.Start.RolePolicy = policy
				if seed%2 == 0 {
					g.cast.Start.FrameworkPolicy = policy
				}
				_, f := g.Play(l.Calls)
				require.NoError(t, failed(f), "seed %d", g.Seed)
				sum.Add(&g.Counts)
			}
			require.Greater(t, sum.Offers, 100)
		})
	}
}

// failed is a failure as an error, nil if there is none.
func failed(f *Failure) error {
	if f == nil {
		return nil
	}
	return f
}
