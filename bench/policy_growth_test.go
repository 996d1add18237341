package bench

import (
	"fmt"
	"strings"
	"testing"

	"github.com/apportion/apportion/core/alloc"
)

// BenchmarkPolicyGrowth measures full cycles of 10,000 agents under each policy, as
// there are more clients, and as roles lie deeper: clients are roles in 20 groups, with
// a framework each, and depth is how many components their paths have.
func BenchmarkPolicyGrowth(b *testing.B) {
	for _, p := range measuredPolicies {
		var lines []line
		for _, clients := range []int{100, 1_000, 10_000} {
			lines = append(lines, line{fmt.Sprintf("clients=%d/%s", clients, p.name), fullDeep(10_000, clients, 2)})
		}
		for _, depth := range []int{4, 8, 16} {
			lines = append(lines, line{fmt.Sprintf("depth=%d/%s", depth, p.name), fullDeep(10_000, 1_000, depth)})
		}
		runLines(b, lines, p.options)
	}
}

// fullDeep is full with roles of so many components in 20 groups.
func fullDeep(agents, frameworks, depth int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		w := keep(key("fullDeep", o, agents, frameworks, depth), func() *World {
			w := NewWorld(o)
			for i := range frameworks {
				between := strings.Repeat("/in", depth-2)
				w.AddRole(fmt.Sprintf("group-%02d%s/%s", i%20, between, RoleName(i)))
			}
			w.AddFrameworks(frameworks)
			w.AddAgents(agents, w.AgentResources())
			return settle(w)
		})
		fullCycles(b, w, agents)
	}
}
