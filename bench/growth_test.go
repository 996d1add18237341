package bench

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// BenchmarkGrowth measures operations that could cost more than they need where there is
// much of something: at 1,000 of it and at 16,000, for each of what the operation is about.
func BenchmarkGrowth(b *testing.B) {
	for _, x := range []struct {
		name         string
		small, large int
		run          func(b *testing.B, n int)
	}{
		{"new/policies", 1_000, 16_000, newWithPolicies},
		{"restore/policies", 1_000, 16_000, restoreWithPolicies},
		{"add_framework/roles", 1_000, 16_000, ofManyRoles(removeMember, addMember, asIs)},
		{"remove_framework/roles", 1_000, 16_000, ofManyRoles(asIs, removeMember, addMember)},
		{"update_framework/roles", 1_000, 16_000, ofManyRoles(asIs, updateMember, asIs)},
		{"leave_roles/roles", 1_000, 16_000, ofManyRoles(asIs, leaveRoles, updateMember)},
		{"revive/roles", 1_000, 16_000, ofManyRoles(updateMember, reviveMember, asIs)},
		{"recover/roles", 1_000, 16_000, recoverAmongRoles},
		{"add_agent/users", 1_000, 16_000, ofManyUsers(true)},
		{"remove_agent/users", 1_000, 16_000, ofManyUsers(false)},
		{"restore/users", 1_000, 16_000, restoreWithUsers},
		{"restore/user_roles", 1_000, 16_000, restoreWithUserRoles},
		{"recover/users", 1_000, 16_000, recoverAmongUsers},
		{"add_agent/user_roles", 1_000, 16_000, ofUserRoles},
		{"remove_agent/agents", 1_000, 16_000, removeAgents},
		{"answer_inverse_offer/frameworks", 1_000, 16_000, answerInverseOffers},
		{"end_filter/filters", 1_000, 16_000, endFilters},
		{"list_role/roles", 1_000, 16_000, listRoles},
		{"validate/roles", 1_000, 16_000, validateRoles},
		{"explain_role/frameworks", 1_000, 16_000, explainRole},
		{"explain_hdrf/depth", 250, 4_000, explainDeep},
	} {
		for _, n := range []int{x.small, x.large} {
			b.Run(fmt.Sprint(x.name, "=", n), func(b *testing.B) { x.run(b, n) })
		}
	}
}

func rolePolicies(n int) (list []alloc.RolePolicy) {
	for i := range n {
		list = append(list, alloc.RolePolicy{Role: RoleName(i), Scope: alloc.ScopeFrameworks + alloc.PolicyScope(-i%2), Policy: alloc.Random})
	}
	return list
}

func newWithPolicies(b *testing.B, n int) {
	list := rolePolicies(n)
	m := start(b)
	for b.Loop() {
		must(core.New(alloc.Options{RolePolicies: list}))
	}
	m.endEach(n, "policy")
}

func restoreWithPolicies(b *testing.B, n int) {
	var saved strings.Builder
	check(must(core.New(alloc.Options{RolePolicies: rolePolicies(n)})).Snapshot(&saved))
	m := start(b)
	for b.Loop() {
		must(core.Restore(strings.NewReader(saved.String())))
	}
	m.endEach(n, "policy")
}

// member is a framework in many roles.
type member struct {
	*World
	info alloc.FrameworkInfo
	id   alloc.FrameworkID
}

func newMember(n int) *member {
	w := NewWorld(alloc.Options{})
	w.AddRoles(n)
	rand.New(rand.NewPCG(3, 4)).Shuffle(n, func(i, j int) { w.Roles[i], w.Roles[j] = w.Roles[j], w.Roles[i] })
	x := &member{World: w, info: FrameworkInfo("member", w.Roles...)}
	addMember(x)
	return x
}

func asIs(*member)           {}
func addMember(x *member)    { x.id = must(x.AddFramework(x.info)) }
func removeMember(x *member) { check(x.RemoveFramework(x.id)) }
func reviveMember(x *member) { check(x.ReviveOffers(x.id, x.Roles)) }
func updateMember(x *member) {
	check(x.UpdateFramework(x.id, alloc.FrameworkUpdate{Roles: &x.Roles, Suppressed: &x.Roles}))
}

func leaveRoles(x *member) {
	half := x.Roles[:len(x.Roles)/2]
	check(x.UpdateFramework(x.id, alloc.FrameworkUpdate{Roles: &half, Suppressed: &half}))
}

// ofManyRoles times do after prepare; undo is not timed either.
func ofManyRoles(prepare, do, undo func(*member)) func(*testing.B, int) {
	return func(b *testing.B, n int) {
		x := newMember(n)
		timed(b, n, "role", func() { prepare(x) }, func() { do(x) }, func() { undo(x) })
	}
}

// timed times do, which is about so many. What prepares and undoes it is not timed.
func timed(b *testing.B, of int, unit string, prepare, do, undo func()) {
	m := start(b)
	for b.Loop() {
		m.stop()
		prepare()
		m.again()
		do()
		m.stop()
		undo()
		m.again()
	}
	m.endEach(of, unit)
}

// endEach is end that also reports the processor's time of an operation's single parts: others
// on the machine make the larger size wait for the processor more often.
func (m *meter) endEach(parts int, unit string) {
	m.stop()
	m.b.ReportMetric(float64(m.cpu.Nanoseconds())/float64(m.b.N)/float64(parts), "cpu-ns/"+unit)
}

// recoverAmongRoles gives back a thousandth of a CPU of what a framework holds in one of
// its roles.
func recoverAmongRoles(b *testing.B, n int) {
	x := newMember(n)
	total := []alloc.Resource{alloc.ScalarOf(x.CPUs, 1<<40)}
	w := x.World
	w.AddAgentOf(alloc.AgentInfo{ID: "agent", Total: total, Used: []alloc.Usage{{Framework: "member", Role: w.Roles[n/2], Resources: total}}})
	request := alloc.RecoverRequest{
		Now: w.Now, Framework: x.id, Agent: w.Agents[0], Role: w.Roles[n/2], Resources: []alloc.Resource{alloc.ScalarOf(w.CPUs, 1)},
	}
	const times = 1_000
	timed(b, times, "call", func() {}, func() {
		for range times {
			check(w.RecoverResources(request))
		}
	}, func() {})
}

// usedAgent is an agent of which many frameworks, known or not, use a CPU each.
type usedAgent struct {
	*World
	info alloc.AgentInfo
	id   alloc.AgentID
}

func newUsedAgent(n int) *usedAgent {
	w := &World{Allocator: must(core.New(alloc.Options{}))}
	w.CPUs = must(w.InternKind(alloc.Kind{Name: "cpus"}))
	w.AddRoles(1)
	cpus := func(n int) []alloc.Resource {
		return []alloc.Resource{alloc.ScalarOf(w.CPUs, quantities.Amount(n)*quantities.Unit)}
	}
	x := &usedAgent{World: w, info: alloc.AgentInfo{ID: "agent", Total: cpus(n)}}
	for i := range n {
		x.info.Used = append(x.info.Used, alloc.Usage{Framework: FrameworkName(i), Role: w.Roles[0], Resources: cpus(1)})
	}
	return x
}

func (x *usedAgent) add()    { x.id = must(x.AddAgent(x.info)) }
func (x *usedAgent) remove() { check(x.RemoveAgent(x.id)) }

// ofManyUsers times an agent's addition or its removal.
func ofManyUsers(addition bool) func(*testing.B, int) {
	return func(b *testing.B, n int) {
		x := newUsedAgent(n)
		if addition {
			timed(b, n, "user", func() {}, x.add, x.remove)
		} else {
			timed(b, n, "user", x.add, x.remove, func() {})
		}
	}
}

func restoreWithUsers(b *testing.B, n int) { restoreUsedAgent(b, newUsedAgent(n)) }

// restoreWithUserRoles restores an agent whose users are in a role each.
func restoreWithUserRoles(b *testing.B, n int) { restoreUsedAgent(b, newUserOfEachRole(n)) }

func restoreUsedAgent(b *testing.B, x *usedAgent) {
	n := len(x.info.Used)
	x.add()
	var saved strings.Builder
	check(x.Snapshot(&saved))
	m := start(b)
	for b.Loop() {
		must(core.Restore(strings.NewReader(saved.String())))
	}
	m.endEach(n, "user")
}

// recoverAmongUsers gives back what each user has of an agent.
func recoverAmongUsers(b *testing.B, n int) {
	x := newUsedAgent(n)
	x.AddFrameworks(n)
	timed(b, n, "call", x.add, func() {
		for i, f := range x.Frameworks {
			check(x.RecoverResources(alloc.RecoverRequest{Now: x.Now, Framework: f, Agent: x.id, Role: x.Roles[0], Resources: x.info.Used[i].Resources, Allocated: true}))
		}
	}, x.remove)
}

func newUserOfEachRole(n int) *usedAgent {
	x := newUsedAgent(n)
	x.AddRoles(n)
	for i := range x.info.Used {
		x.info.Used[i].Role = x.Roles[len(x.Roles)-1-i]
	}
	return x
}

func ofUserRoles(b *testing.B, n int) {
	x := newUserOfEachRole(n)
	timed(b, n, "user", func() {}, x.add, x.remove)
}

// removeAgents removes every tenth of many agents.
func removeAgents(b *testing.B, n int) {
	w := newCluster(alloc.Options{}, n, 1)
	timed(b, n/10, "agent", func() {}, func() {
		for i := 0; i < n; i += 10 {
			check(w.RemoveAgent(w.Agents[i]))
		}
	}, func() {
		for i := 0; i < n; i += 10 {
			w.Agents[i] = must(w.AddAgent(AgentInfo(i, w.AgentResources())))
		}
	})
}

// answerInverseOffers has each of an agent's users decline its inverse offer for an hour.
func answerInverseOffers(b *testing.B, n int) {
	x := newUsedAgent(n)
	x.AddFrameworks(n)
	x.add()
	timed(b, n, "answer", func() {
		check(x.UpdateUnavailability(x.id, &alloc.Unavailability{Start: x.Now.Add(time.Hour)}))
		x.RequestAllocation()
		x.Serve()
		if len(x.Cycle.InverseOffers) != n {
			b.Fatalf("%d inverse offers, not %d", len(x.Cycle.InverseOffers), n)
		}
	}, func() {
		for _, o := range x.Cycle.InverseOffers {
			check(x.UpdateInverseOffer(alloc.InverseOfferUpdate{
				Now: x.Now, Agent: x.id, Framework: o.Framework, Status: alloc.Decline, RefuseFor: time.Hour,
			}))
		}
	}, func() {})
}

// endFilters lets filters of one agent end one by one.
func endFilters(b *testing.B, n int) {
	x := newUsedAgent(n)
	x.AddFrameworks(n)
	timed(b, n, "filter", func() {
		x.add()
		for i, j := range rand.New(rand.NewPCG(5, 6)).Perm(n) {
			check(x.RecoverResources(alloc.RecoverRequest{
				Now: x.Now, Framework: x.Frameworks[j], Agent: x.id, Role: x.Roles[0], Resources: x.info.Used[j].Resources,
				RefuseFor: time.Duration(i+1) * time.Second,
			}))
		}
	}, func() {
		for range n {
			x.Now = x.Now.Add(time.Second)
			x.Advance(x.Now)
		}
	}, x.remove)
}

// listRoles brings a role into use and out of it again, where many others are in use.
func listRoles(b *testing.B, n int) {
	w := NewWorld(alloc.Options{})
	w.AddRoles(n)
	for i, r := range w.Roles {
		if i%2 == 0 {
			check(w.SetWeights([]alloc.RoleWeight{{Role: r, Weight: 2}}))
		}
	}
	const times = 1_000
	timed(b, times, "role", func() {}, func() {
		for i := range times {
			r := w.Roles[i*7%n|1]
			check(w.SetWeights([]alloc.RoleWeight{{Role: r, Weight: 2}}))
			check(w.SetWeights([]alloc.RoleWeight{{Role: r, Weight: 1}}))
		}
	}, func() {})
}

// validateRoles checks all state where there are many agents, that nobody wants, and as many
// roles with quota.
func validateRoles(b *testing.B, n int) {
	w := NewWorld(alloc.Options{})
	w.AddRoles(n)
	for _, r := range w.Roles {
		check(w.SetQuota(r, alloc.Quota{Limits: []alloc.Quantity{quantity("cpus", 1)}}))
	}
	info := FrameworkInfo("picky", w.Roles[0])
	info.MinAllocatable = []alloc.RoleMinimum{{Role: w.Roles[0], Lists: [][]alloc.Quantity{{quantity("cpus", 1_000)}}}}
	w.AddFrameworkOf(info)
	w.AddAgents(n, w.AgentResources())
	w.Tick()
	offers(b, w, 0)
	m := start(b)
	for b.Loop() {
		check(w.Validate())
	}
	m.endEach(n, "role")
}

// explainRole explains the role of many frameworks.
func explainRole(b *testing.B, n int) {
	w := newCluster(alloc.Options{}, 1, n)
	m := start(b)
	for b.Loop() {
		must(w.ExplainRole(w.Roles[0]))
	}
	m.endEach(n, "framework")
}

// explainDeep explains a framework at the end of a deep tree under HDRF.
func explainDeep(b *testing.B, depth int) {
	w := NewWorld(alloc.Options{RoleSorter: alloc.HDRF})
	w.AddRole(strings.Repeat("r/", depth-1) + "r")
	w.AddFrameworks(1)
	w.AddAgents(1, w.AgentResources())
	m := start(b)
	for b.Loop() {
		must(w.Explain(w.Frameworks[0], w.Roles[0]))
	}
	m.endEach(depth, "level")
}
