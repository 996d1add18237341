package core_test

import (
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// A guarantee is kept for its role even while that has no framework: spark is
// offered two agents but for 3 CPUs, which wait for marathon. The limit keeps
// marathon from more.
func ExampleAllocator_SetQuota() {
	a := must(core.New(alloc.Options{AgentOrder: alloc.OrderByID}))
	cpus := must(a.InternKind(alloc.Kind{Name: "cpus"}))
	prod, batch := must(a.InternRole("prod")), must(a.InternRole("batch"))
	for _, id := range []string{"agent-1", "agent-2"} {
		must(a.AddAgent(alloc.AgentInfo{ID: id, Total: []alloc.Resource{alloc.ScalarOf(cpus, 4*alloc.Unit)}}))
	}
	if err := a.SetQuota(prod, alloc.Quota{
		Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 3 * alloc.Unit}},
		Limits:     []alloc.Quantity{{Name: "cpus", Amount: 3 * alloc.Unit}},
	}); err != nil {
		panic(err)
	}

	var cycle alloc.Cycle
	for _, info := range []alloc.FrameworkInfo{
		{ID: "spark", Roles: []alloc.RoleID{batch}},
		{ID: "marathon", Roles: []alloc.RoleID{prod}},
	} {
		must(a.AddFramework(info))
		a.Allocate(0, &cycle)
		for offer, resources := range cycle.All() {
			fmt.Println(must(a.FrameworkName(offer.Framework)), "is offered", resources[0].Amount, "cpus of", must(a.AgentName(offer.Agent)))
		}
	}
	// Output:
	// spark is offered 4 cpus of agent-1
	// spark is offered 1 cpus of agent-2
	// marathon is offered 3 cpus of agent-2
}
