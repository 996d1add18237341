package bench

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/apportion/apportion/core/alloc"
)

// BenchmarkRanks sets the ranks of many in one call, as a host does whose deadlines or
// priorities have changed: those of all frameworks of a role, or of all roles in 20
// groups, to others at random. `kept` is under a policy that has no use for ranks.
func BenchmarkRanks(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("frameworks/%d", n), func(b *testing.B) { rankFrameworks(b, alloc.Ranked, n) })
		b.Run(fmt.Sprintf("roles/%d", n), func(b *testing.B) { rankRoles(b, alloc.Ranked, n) })
		b.Run(fmt.Sprintf("kept/%d", n), func(b *testing.B) { rankFrameworks(b, alloc.DRF, n) })
	}
}

func rankFrameworks(b *testing.B, p alloc.Policy, n int) {
	w := NewWorld(alloc.Options{RoleSorter: p, FrameworkSorter: p})
	w.AddRoles(1)
	w.AddFrameworks(n)
	ranks := make([]alloc.FrameworkRank, n)
	for i, f := range w.Frameworks {
		ranks[i].Framework = f
	}
	setRanks(b, n, func(i int, rank float64) { ranks[i].Rank = rank }, func() { check(w.SetRanks(nil, ranks)) })
}

func rankRoles(b *testing.B, p alloc.Policy, n int) {
	w := NewWorld(alloc.Options{RoleSorter: p, FrameworkSorter: p})
	for i := range n {
		w.AddRole(fmt.Sprintf("group-%02d/%s", i%20, RoleName(i)))
	}
	w.AddFrameworks(n)
	ranks := make([]alloc.RoleRank, n)
	for i, r := range w.Roles {
		ranks[i].Role = r
	}
	setRanks(b, n, func(i int, rank float64) { ranks[i].Rank = rank }, func() { check(w.SetRanks(ranks, nil)) })
}

// setRanks measures a call that sets n ranks, which are drawn anew for each.
func setRanks(b *testing.B, n int, rank func(i int, rank float64), set func()) {
	random := rand.New(rand.NewPCG(1, 2))
	m := start(b)
	for b.Loop() {
		m.stop()
		for i := range n {
			rank(i, random.Float64())
		}
		m.again()
		set()
	}
	m.endPer(n, "rank")
}
