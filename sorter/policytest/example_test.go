package policytest_test

import (
	"errors"
	"fmt"
	"strconv"
	"testing"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sorter/policy"
	"github.com/apportion/apportion/sorter/policytest"
)

// atLeast serves those first who have less than a part of the cluster, and all others
// by weighted dominant share.
type atLeast struct{ part float64 }

func (a atLeast) Key(u policy.Usage) (first, second float64) {
	share := u.DominantShare() / u.Weight()
	if share >= a.part {
		first = 1
	}
	return first, share
}

func makeAtLeast(p policy.Parameters) (policy.Ordering, error) {
	text, err := p.Text("part")
	if err != nil {
		return nil, err
	}
	part, err := strconv.ParseFloat(text, 64)
	if err != nil || !(part > 0 && part < 1) {
		return nil, errors.New("part is not between 0 and 1")
	}
	return atLeast{part}, nil
}

// Policies are what a program is given.
var Policies = []policy.Definition{{Name: "at_least", Parameters: []string{"part"}, Make: makeAtLeast}}

func TestAtLeast(t *testing.T) {
	policytest.Run(t, "at_least:part=0.1", policytest.Exceptions{}, Policies...)
}

func BenchmarkAtLeast(b *testing.B) { policytest.Benchmark(b, "at_least:part=0.1", Policies...) }

// A policy of one's own is chosen like all others by an allocator that was given it.
func Example() {
	a, err := core.New(alloc.Options{Policies: Policies, RoleSorter: "at_least:part=0.05"})
	fmt.Println(a != nil, err)
	_, err = core.New(alloc.Options{Policies: Policies, RoleSorter: "at_least:part=2"})
	fmt.Println(err)
	// Output:
	// true <nil>
	// options: role sorter: policy has a bad parameter: "at_least:part=2": part is not between 0 and 1
}
