package policytest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/apportion/apportion/sorter"
)

// bad is a policy with a fault.
type bad struct {
	fault string
	calls *float64
}

func (b bad) Key(u sorter.Usage) (first, second float64) {
	switch share := u.DominantShare() / u.Weight(); b.fault {
	case "counts":
		*b.calls++
		return share, float64(int(*b.calls) * 7919 % 13)
	case "differs":
		everBefore++
		return share, float64(everBefore * 7919 % 13)
	case "falls":
		return -share, u.Picks()
	case "starves":
		return math.Inf(1), 0
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

func init() {
	err := sorter.RegisterPolicy("bad", []string{"fault"}, func(p sorter.Parameters) (sorter.Ordering, error) {
		fault, err := p.Text("fault")
		return bad{fault, new(float64)}, err
	})
	if err != nil {
		panic(err)
	}
}

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Fatal(...any)          { r.failed = true; panic(r) }
func (r *recorder) Fatalf(string, ...any) { r.failed = true; panic(r) }
func (r *recorder) Errorf(string, ...any) { r.failed = true }

// Each check fails for a policy that has the fault which it is there to find.
func TestChecksFail(t *testing.T) {
	for _, c := range []struct {
		name   string
		check  func(testing.TB, sorter.Policy)
		policy sorter.Policy
	}{
		{"spelling", testSpelling, "decayed:half_life=60s"},
		{"total order", testTotalOrder, "bad:fault=counts"},
		{"determinism", testDeterminism, "bad:fault=differs"},
		{"up to date", testUpToDate, "bad:fault=counts"},
		{"function of what is held", testFunctionOfHoldings, "bad:fault=picks"},
		{"growth", testGrowth, "bad:fault=falls"},
		{"no starvation", testNoStarvation, "bad:fault=starves"},
		{"weights", testWeights, "bad:fault=unweighted"},
		{"no memory", testNoMemory, "bad:fault=allocates"},
	} {
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
			c.check(r, c.policy)
		}()
		if !r.failed {
			t.Errorf("%s passes for %s", c.name, c.policy)
		}
	}
}
