package policytest

import (
	"testing"
	"time"

	"github.com/apportion/apportion/sorter"
)

// builtIn are the policies of the sorter, and what they do not promise.
var builtIn = map[sorter.Policy]Exceptions{
	sorter.DRF:                {},
	sorter.Random:             {Drawn: true},
	sorter.HDRF:               {},
	sorter.Ranked:             {},
	sorter.Decayed(time.Hour): {Remembers: true},
	sorter.MaxMin("gpus"):     {},
	sorter.Asset:              {},
}

func TestBuiltInPolicies(t *testing.T) {
	named := map[string]bool{}
	for policy, except := range builtIn {
		named[policy.Name()] = true
		t.Run(string(policy), func(t *testing.T) { Run(t, policy, except) })
	}
	for _, name := range (*sorter.Policies)(nil).Names() {
		if !named[name] {
			t.Errorf("%s is not tested", name)
		}
	}
}

func BenchmarkBuiltInPolicies(b *testing.B) {
	for _, policy := range []sorter.Policy{sorter.DRF, sorter.Random, sorter.HDRF, sorter.Ranked, sorter.Decayed(time.Hour), sorter.MaxMin("gpus"), sorter.Asset} {
		b.Run(string(policy), func(b *testing.B) { Benchmark(b, policy) })
	}
}
