package bench

import (
	"testing"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// measuredPolicies are those of roles and frameworks, and of the order of agents, that
// BenchmarkPolicies compares: drf and random are full_1k and full_6k of the table.
var measuredPolicies = []struct {
	name    string
	options alloc.Options
}{
	{"drf", alloc.Options{}},
	{"random", alloc.Options{RoleSorter: alloc.Random, FrameworkSorter: alloc.Random}},
	{"ranked", alloc.Options{RoleSorter: alloc.Ranked, FrameworkSorter: alloc.Ranked}},
	{"max_min", alloc.Options{RoleSorter: alloc.MaxMin("cpus"), FrameworkSorter: alloc.MaxMin("cpus")}},
	{"asset", alloc.Options{RoleSorter: alloc.Asset, FrameworkSorter: alloc.Asset}},
	{"hdrf", alloc.Options{RoleSorter: alloc.HDRF, FrameworkSorter: alloc.HDRF}},
	{"decayed", alloc.Options{RoleSorter: alloc.Decayed(time.Hour), FrameworkSorter: alloc.Decayed(time.Hour)}},
	{"pack", alloc.Options{AgentOrder: alloc.OrderPack}},
	{"spread", alloc.Options{AgentOrder: alloc.OrderSpread}},
}

// BenchmarkPolicies measures full cycles under each policy: of one role, and of roles in
// 20 groups, each with a framework.
func BenchmarkPolicies(b *testing.B) {
	for _, p := range measuredPolicies {
		runLines(b, []line{
			{"full_1k/" + p.name, full(50_000, 1_000)},
			{"full_6k/" + p.name, full(50_000, 6_000)},
			{"roles_1k/" + p.name, fullDeep(50_000, 1_000, 2)},
		}, p.options)
	}
}
