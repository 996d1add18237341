// Package policytest tests a sharing policy: what every policy owes to a sorter and to
// those who are ordered by it. docs/policies.md has how to write one.
//
//	func TestMine(t *testing.T) { policytest.Run(t, "mine:part=0.1", policytest.Exceptions{}, Policies...) }
//	func BenchmarkMine(b *testing.B) { policytest.Benchmark(b, "mine:part=0.1", Policies...) }
//
// With the build tag invariants the sorter checks itself after each call, too.
package policytest

import (
	"runtime/debug"
	"testing"

	"github.com/apportion/apportion/sorter/policy"
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

// Run tests a policy, as it is spelt, but for what it does not promise. One's own comes with its
// definition.
//
//   - it is spelt as Policies.Parse spells it, else nothing more is tested;
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
//
// A key that panics fails the checks that meet it. One that does not return is named by
// go test -timeout.
func Run(t *testing.T, p policy.Policy, except Exceptions, own ...policy.Definition) {
	x := newSubject(t, p, own)
	check := func(name string, check func(testing.TB, subject)) bool {
		return t.Run(name, func(t *testing.T) {
			defer saysWhatPanics(t)
			check(t, x)
		})
	}
	if !check("spelling", testSpelling) {
		return // there may be no such policy
	}
	check("total order", testTotalOrder)
	check("determinism", testDeterminism)
	if !except.Drawn {
		check("up to date", testUpToDate)
		check("restored", testRestored)
		check("concurrent keys", testConcurrentKeys)
		check("growth", testGrowth)
	}
	if !except.Drawn && !except.Remembers {
		check("function of what is held", testFunctionOfHoldings)
	}
	if !except.Starves {
		check("no starvation", testNoStarvation)
	}
	if !except.Unweighted {
		check("weights", testWeights)
	}
	check("no memory", testNoMemory)
}

// saysWhatPanics is deferred: a key that panics fails the check, and not the tests after it.
func saysWhatPanics(t testing.TB) {
	switch p := recover().(type) {
	case nil:
	case *policy.Panic:
		t.Errorf("it panics: %v", p)
	default:
		t.Errorf("it panics: %v\n%s", p, debug.Stack())
	}
}
