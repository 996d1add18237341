// Package core is a resource allocator with the behaviour of Apache Mesos's
// hierarchical DRF allocator: it decides which framework is offered which
// agent's resources.
//
// An Allocator is told of agents, frameworks, roles, quotas and weights, and
// runs an allocation cycle whenever the host asks it to. It has no clock, no
// goroutine and no lock; the same calls give the same offers, always.
//
// Names are interned at the edge: InternRole and InternKind turn a role's path
// and a description of a resource into integers, AddAgent and AddFramework
// return handles. Amounts are counts of thousandths.
//
//	a, _ := core.New(alloc.Options{Interval: time.Second})
//	web, _ := a.InternRole("web")
//	cpus, _ := a.InternKind(alloc.Kind{Name: "cpus"})
//	a.AddFramework(alloc.FrameworkInfo{ID: "marathon", Roles: []alloc.RoleID{web}})
//	a.AddAgent(alloc.AgentInfo{ID: "a1", Total: []alloc.Resource{alloc.ScalarOf(cpus, 8000)}})
//	var cycle alloc.Cycle
//	a.Allocate(now, &cycle)
//	for offer, resources := range cycle.All() {
//		use(offer, resources)
//	}
//
// The types of arguments and results are those of package alloc.
//
// What changes something is a method of Allocator. What only asks (NextDeadline,
// Pending, Explain, Metrics) is one of View, which Allocator embeds: see both.
//
// Calls that ask for a cycle (a new agent, a new framework, offers revived)
// set Pending; Advance does when the periodic allocation is due. Like Mesos's,
// one cycle may serve many calls.
package core
