// Package policytest tests a sharing policy: what every policy owes to a sorter and to
// those who are ordered by it. docs/policies.md has how to write one.
//
//	func TestMine(t *testing.T) { policytest.Run(t, "mine:part=0.1", policytest.Exceptions{}) }
//	func BenchmarkMine(b *testing.B) { policytest.Benchmark(b, "mine:part=0.1") }
//
// With the build tag invariants the sorter checks itself after each call, too.
package policytest

import (
	"testing"

	"github.com/apportion/apportion/sorter"
)

// Exceptions are what a policy does not promise.
type Exceptions struct {
	// Drawn: the order is drawn, keys say nothing of it.
	Drawn bool
	// Remembers: the order depends on more than what is held now.
	Remembers bool
	// Starves: somebody may get nothing as long as others want all.
	Starves bool
	// Unweighted: weights make no difference.
	Unweighted bool
}

// Run tests a policy, as it is spelt, but for what it does not promise:
//
//   - it is spelt as ParsePolicy spells it, else nothing more is tested;
//   - the order is total: each active client is in it once, and asking changes nothing;
//   - it is deterministic: the same calls give the same orders and the same state;
//   - it keeps itself up to date: after any history it is that of a sorter that
//     computes everything anew for each order, and, unless it remembers, that of one that
//     was told at once, and in another order, what is held now;
//   - a snapshot keeps all that it depends on;
//   - whoever is allocated more does not come earlier, up to all of the cluster;
//   - keys are the same where several goroutines ask at once; with -race they write nothing;
//   - nobody starves who wants as much as all others, until the cluster is full;
//   - whoever has three times the weight gets more;
//   - to pick a client allocates no memory.
func Run(t *testing.T, policy sorter.Policy, except Exceptions) {
	if !t.Run("spelling", func(t *testing.T) { testSpelling(t, policy) }) {
		return // there may be no such policy
	}
	t.Run("total order", func(t *testing.T) { testTotalOrder(t, policy) })
	t.Run("determinism", func(t *testing.T) { testDeterminism(t, policy) })
	if !except.Drawn {
		t.Run("up to date", func(t *testing.T) { testUpToDate(t, policy) })
		t.Run("restored", func(t *testing.T) { testRestored(t, policy) })
		t.Run("concurrent keys", func(t *testing.T) { testConcurrentKeys(t, policy) })
		t.Run("growth", func(t *testing.T) { testGrowth(t, policy) })
	}
	if !except.Drawn && !except.Remembers {
		t.Run("function of what is held", func(t *testing.T) { testFunctionOfHoldings(t, policy) })
	}
	if !except.Starves {
		t.Run("no starvation", func(t *testing.T) { testNoStarvation(t, policy) })
	}
	if !except.Unweighted {
		t.Run("weights", func(t *testing.T) { testWeights(t, policy) })
	}
	t.Run("no memory", func(t *testing.T) { testNoMemory(t, policy) })
}
