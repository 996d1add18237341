package bench

import (
	"testing"
	"time"

	"github.com/apportion/apportion/core"
)

// measuredPolicies are those of roles and frameworks, and of the order of agents, that
// BenchmarkPolicies compares: drf and random are full_1k and full_6k of the table.
var measuredPolicies = []struct {
	name    string
	options core.Options
}{
	{"drf", core.Options{}},
	{"random", core.Options{RoleSorter: core.Random, FrameworkSorter: core.Random}},
	{"ranked", core.Options{RoleSorter: core.Ranked, FrameworkSorter: core.Ranked}},
	{"max_min", core.Options{RoleSorter: core.MaxMin("cpus"), FrameworkSorter: core.MaxMin("cpus")}},
	{"asset", core.Options{RoleSorter: core.Asset, FrameworkSorter: core.Asset}},
	{"hdrf", core.Options{RoleSorter: core.HDRF, FrameworkSorter: core.HDRF}},
	{"decayed", core.Options{RoleSorter: core.Decayed(time.Hour), FrameworkSorter: core.Decayed(time.Hour)}},
	{"pack", core.Options{AgentOrder: core.OrderPack}},
	{"spread", core.Options{AgentOrder: core.OrderSpread}},
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
