package policytest

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/apportion/apportion/sorter/policy"
)

// bad is a policy with a fault.
type bad struct {
	fault string
	calls *float64
}

func (b bad) Key(u policy.Usage) (first, second float64) {
	switch share := u.DominantShare() / u.Weight(); b.fault {
	case "counts":
		*b.calls++
		return share, float64(int(*b.calls) * 7919 % 13)
	case "differs":
		everBefore++
		return share, float64(everBefore * 7919 % 13)
	case "falls":
		return -share, u.Picks()
	case "second falls":
		return 0, -share
	case "monopoly": // of whoever has a twentieth
		if share >= 0.05 {
			return -1, u.Picks()
		}
		return share, u.Picks()
	case "starves":
		return math.Inf(1), 0
	case "starves later": // whoever comes last by name, once all have something
		if share >= 0.02 {
			return math.Inf(1), 0
		}
		return share, 0
	case "looks at time": // and is not Timed
		return share, math.Mod(float64(u.Now())*float64(len(u.Path())), 7919)
	case "recalls": // the most that it has been asked about
		*b.calls = max(*b.calls, share)
		return share, *b.calls
	case "shares":
		shared = share
		runtime.Gosched()
		return shared, u.Picks()
	case "nan":
		return math.NaN(), 0
	case "panics":
		panic("it is too much")
	case "unweighted":
		return u.DominantShare(), u.Picks()
	case "allocates":
		return share, float64(len(fmt.Sprint(share, u.Path())))
	default: // of how often it was given something, whatever that was
		return u.Picks(), 0
	}
}

// everBefore is what a policy must not depend on.
var everBefore int

// shared is what a policy must not write to.
var shared float64

var ofBad = policy.Definition{Name: "bad", Parameters: []string{"fault"}, Make: func(p policy.Parameters) (policy.Ordering, error) {
	fault, err := p.Text("fault")
	return bad{fault, new(float64)}, err
}}

// underRace is whether the race detector is built in.
var underRace bool

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	failed bool
	said   string // by Errorf
}

func (r *recorder) Fatal(...any)          { r.failed = true; panic(r) }
func (r *recorder) Fatalf(string, ...any) { r.failed = true; panic(r) }
func (r *recorder) Errorf(format string, arguments ...any) {
	r.failed, r.said = true, r.said+fmt.Sprintf(format, arguments...)
}

// Each check fails for a policy that has the fault which it is there to find.
func TestChecksFail(t *testing.T) {
	for _, c := range []struct {
		name   string
		check  func(testing.TB, subject)
		policy policy.Policy
	}{
		{"spelling", testSpelling, "decayed:half_life=60s"},
		{"total order", testTotalOrder, "bad:fault=counts"},
		{"determinism", testDeterminism, "bad:fault=differs"},
		{"up to date", testUpToDate, "bad:fault=counts"},
		{"up to date", testUpToDate, "bad:fault=looks at time"},
		{"restored", testRestored, "bad:fault=recalls"},
		{"concurrent keys", testConcurrentKeys, "bad:fault=shares"},
		{"function of what is held", testFunctionOfHoldings, "bad:fault=picks"},
		{"growth", testGrowth, "bad:fault=falls"},
		{"growth", testGrowth, "bad:fault=second falls"},
		{"growth", testGrowth, "bad:fault=monopoly"},
		{"no starvation", testNoStarvation, "bad:fault=starves"},
		{"no starvation", testNoStarvation, "bad:fault=starves later"},
		{"weights", testWeights, "bad:fault=unweighted"},
		{"no memory", testNoMemory, "bad:fault=allocates"},
	} {
		if underRace && c.name == "concurrent keys" {
			continue // the race detector ends it: TestSharedStateFailsUnderRace
		}
		r := &recorder{TB: t}
		func() {
			defer func() {
				p := recover()
				if text, ok := p.(string); ok && strings.HasPrefix(text, "sorter: invariant") {
					r.failed = true // the sorter's own checks, where they are built in, found it first
				} else if p != nil && p != any(r) {
					panic(p)
				}
			}()
			c.check(r, newSubject(t, c.policy, []policy.Definition{ofBad}))
		}()
		if !r.failed {
			t.Errorf("%s passes for %s", c.name, c.policy)
		}
	}
}

// What fails says what helps.
func TestFailuresSayWhatHelps(t *testing.T) {
	for _, c := range []struct {
		check  func(testing.TB, subject)
		policy policy.Policy
		want   string
	}{
		{testNoStarvation, "bad:fault=nan", "whose keys are +Inf, 0 (NaN counts as infinite)"},
		{testWeights, "bad:fault=unweighted", "Exceptions.Unweighted"},
		{testTotalOrder, "bad:fault=panics", "it panics: policy bad: Key of"},
	} {
		r := &recorder{TB: t}
		func() {
			defer saysWhatPanics(r)
			c.check(r, newSubject(t, c.policy, []policy.Definition{ofBad}))
		}()
		if !strings.Contains(r.said, c.want) {
			t.Errorf("%s: it says %q, and nothing of %q", c.policy, r.said, c.want)
		}
	}
}
