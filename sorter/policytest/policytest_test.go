package policytest

import (
	"testing"
	"time"

	"github.com/apportion/apportion/sorter/policy"
)

// builtIn are the policies of the sorter, and what they do not promise.
var builtIn = map[policy.Policy]Exceptions{
	policy.DRF:                {},
	policy.Random:             {Drawn: true},
	policy.HDRF:               {},
	policy.Ranked:             {},
	policy.Decayed(time.Hour): {Remembers: true},
	policy.MaxMin("gpus"):     {},
	policy.Asset:              {},
}

func TestBuiltInPolicies(t *testing.T) {
	named := map[string]bool{}
	for policy, except := range builtIn {
		named[policy.Name()] = true
		t.Run(string(policy), func(t *testing.T) { Run(t, policy, except) })
	}
	for _, name := range (*policy.Set)(nil).Names() {
		if !named[name] {
			t.Errorf("%s is not tested", name)
		}
	}
}

func BenchmarkBuiltInPolicies(b *testing.B) {
	for _, policy := range []policy.Policy{policy.DRF, policy.Random, policy.HDRF, policy.Ranked, policy.Decayed(time.Hour), policy.MaxMin("gpus"), policy.Asset} {
		b.Run(string(policy), func(b *testing.B) { Benchmark(b, policy) })
	}
}
