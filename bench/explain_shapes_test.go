package bench

import (
	"fmt"
	"testing"

	"github.com/apportion/apportion/core/alloc"
)

// BenchmarkExplain measures explanations of clusters of other shapes than the
// table's, and those of the states that cycles find the worst. One operation is one
// explanation, of a framework in a role unless the name says otherwise.
func BenchmarkExplain(b *testing.B) {
	for _, l := range []line{
		{"used/agents=50000/frameworks=1000", explainedIn(newUsedCluster, 50_000, 1_000)},
		{"unlike/agents=50000/frameworks=1000", explainedIn(newUnlikeCluster, 50_000, 1_000)},
		{"free/agents=50000/frameworks=6000", explainedIn(newCluster, 50_000, 6_000)},
		{"held/agents=50000/frameworks=6000", explainedIn(newHeldCluster, 50_000, 6_000)},
		{"one_role/agents=50000/frameworks=100000", explainedIn(newCluster, 50_000, 100_000)},
		{"nested_limits/agents=50000/roles=1000", explainedIn(newNestedCluster, 50_000, 1_000)},
		{"headroom/agents=50000/roles=1000", explainedIn(newGuardedCluster, 50_000, 1_000)},
		{"minimum/agents=50000/frameworks=1000", explainedIn(newPickyCluster, 50_000, 1_000)},
		{"constraints/agents=50000/frameworks=1000", explainedIn(newConstrainedCluster, 50_000, 1_000)},
		{"shared_volumes/agents=10000/frameworks=1000", explainedIn(newVolumesCluster, 10_000, 1_000)},
		{"declined/agents=10000/frameworks=1000", explainedIn(newRefusedCluster, 10_000, 1_000)},
		{"declined_unlike/agents=10000/frameworks=200", explainedIn(newPickyFiltersCluster, 10_000, 200)},
		{"all_roles_held/agents=50000/roles=1000", allRolesExplained("held", 50_000, 1_000, newHeldRoles)},
		{"all_roles_declined/agents=50000/roles=1000", allRolesExplained("declined", 50_000, 1_000, newDeclinedRoles)},
		{"all_roles_limits/agents=50000/roles=1000", allRolesExplained("limits", 50_000, 1_000, newLimitedRoles)},
		{"role/agents=50000/frameworks=1000", roleExplained(50_000, 1_000)},
	} {
		b.Run(l.name, func(b *testing.B) {
			b.ReportAllocs()
			l.run(b, alloc.Options{})
		})
	}
	forget()
}

// explainedIn explains the last framework of a cluster in its role.
func explainedIn(build func(o alloc.Options, agents, frameworks int) *World, agents, frameworks int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		w := keep(key(b.Name(), o), func() *World { return build(o, agents, frameworks) })
		f, r := w.Frameworks[len(w.Frameworks)-1], w.Roles[len(w.Roles)-1]
		m := start(b)
		for b.Loop() {
			if e := must(w.Explain(f, r)); e.Agents != len(w.Agents) {
				b.Fatalf("%d agents", e.Agents)
			}
		}
		m.end()
	}
}

// newUnlikeCluster has agents in use, no two to the same part.
func newUnlikeCluster(o alloc.Options, agents, frameworks int) *World {
	w := NewWorld(o)
	w.AddRoles(1)
	w.AddFrameworks(frameworks)
	for i := range agents {
		used := w.Resources(Machine{1, 1, 1})
		used[1].Amount += alloc.Amount(i)
		w.AddUsedAgents(1, w.AgentResources(), used)
	}
	return w
}

// newHeldCluster has everything offered.
func newHeldCluster(o alloc.Options, agents, frameworks int) *World {
	w := newCluster(o, agents, frameworks)
	w.Tick()
	return w
}

// newNestedCluster has roles three levels deep with limits at each, and those of the
// leaves are reached.
func newNestedCluster(o alloc.Options, agents, roles int) *World {
	o.NestedQuota = true
	w := NewWorld(o)
	for i := range roles {
		w.AddRole(fmt.Sprintf("org-%d/team-%d/job-%d", i%10, i%100, i))
	}
	for i := range 10 {
		check(w.SetQuota(must(w.InternRole(fmt.Sprintf("org-%d", i))), alloc.Quota{Limits: Machine{100_000, 1 << 30, 1 << 30}.Quantities()}))
	}
	for i := range 100 {
		check(w.SetQuota(must(w.InternRole(fmt.Sprintf("org-%d/team-%d", i%10, i))), alloc.Quota{Limits: Machine{10_000, 1 << 27, 1 << 27}.Quantities()}))
	}
	for _, r := range w.Roles {
		check(w.SetQuota(r, alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus"}, {Name: "mem"}}}))
	}
	w.AddFrameworks(roles)
	w.AddAgents(agents, w.AgentResources())
	return w
}

// newGuardedCluster has all that is free kept for guarantees of roles without
// frameworks; the last role has none.
func newGuardedCluster(o alloc.Options, agents, roles int) *World {
	w := NewWorld(o)
	w.AddRoles(roles)
	w.Guarantee(w.Roles[:roles-1], Machine{24_000, 1 << 24, 1 << 24})
	w.AddFrameworkOf(FrameworkInfo(FrameworkName(0), w.Roles[roles-1]))
	w.AddAgents(agents, w.AgentResources())
	return w
}

// newConstrainedCluster has offer constraints that keep each framework from 99 of a
// hundred agents.
func newConstrainedCluster(o alloc.Options, agents, frameworks int) *World {
	w := newCluster(o, agents, frameworks)
	for i, f := range w.Frameworks {
		var excluded []alloc.AgentID
		for j, id := range w.Agents {
			if j%100 != i%100 {
				excluded = append(excluded, id)
			}
		}
		check(w.ExcludeAgents(f, w.Roles[0], excluded))
	}
	return w
}

func newRefusedCluster(o alloc.Options, agents, frameworks int) *World {
	return newDeclinedWorld(o, agents, frameworks).World
}

// allRolesExplained explains a framework of many roles in all of them.
func allRolesExplained(what string, agents, roles int, build func(o alloc.Options, agents, roles int) *World) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		w := keep(key("allRoles"+what, o), func() *World { return build(o, agents, roles) })
		m := start(b)
		for b.Loop() {
			if list := must(w.ExplainFramework(w.Frameworks[0])); len(list) != roles {
				b.Fatalf("%d roles", len(list))
			}
		}
		m.end()
	}
}

// newRoles has one framework, in many roles.
func newRoles(o alloc.Options, agents, roles int) *World {
	w := NewWorld(o)
	w.AddRoles(roles)
	w.AddFrameworkOf(FrameworkInfo(FrameworkName(0), w.Roles...))
	w.AddAgents(agents, w.AgentResources())
	return w
}

// newHeldRoles has everything offered.
func newHeldRoles(o alloc.Options, agents, roles int) *World {
	w := newRoles(o, agents, roles)
	w.Tick()
	return w
}

// newDeclinedRoles has each agent refused for good in the role it was offered in.
func newDeclinedRoles(o alloc.Options, agents, roles int) *World {
	w := newHeldRoles(o, agents, roles)
	w.Return(alloc.MaxRefuse)
	return w
}

// newLimitedRoles has roles that may have nothing.
func newLimitedRoles(o alloc.Options, agents, roles int) *World {
	w := newRoles(o, agents, roles)
	for _, r := range w.Roles {
		check(w.SetQuota(r, alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus"}, {Name: "mem"}}}))
	}
	return w
}

// roleExplained explains a role with many frameworks.
func roleExplained(agents, frameworks int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		w := keep(key(b.Name(), o), func() *World { return newHeldCluster(o, agents, frameworks) })
		m := start(b)
		for b.Loop() {
			if e := must(w.ExplainRole(w.Roles[0])); len(e.Frameworks) != frameworks {
				b.Fatalf("%d frameworks", len(e.Frameworks))
			}
		}
		m.end()
	}
}
