package core_test

import (
	"fmt"

	"github.com/apportion/apportion/core"
)

// A guarantee is kept for its role even while that has no framework: spark is
// offered two agents but for 3 CPUs, which wait for marathon. The limit keeps
// marathon from more.
func ExampleAllocator_SetQuota() {
	a := must(core.New(core.Options{AgentOrder: core.OrderByID}))
	cpus := must(a.InternKind(core.Kind{Name: "cpus"}))
	prod, batch := must(a.InternRole("prod")), must(a.InternRole("batch"))
	for _, id := range []string{"agent-1", "agent-2"} {
		must(a.AddAgent(core.AgentInfo{ID: id, Total: []core.Resource{core.ScalarOf(cpus, 4*core.Unit)}}))
	}
	if err := a.SetQuota(prod, core.Quota{
		Guarantees: []core.Quantity{{Name: "cpus", Amount: 3 * core.Unit}},
		Limits:     []core.Quantity{{Name: "cpus", Amount: 3 * core.Unit}},
	}); err != nil {
		panic(err)
	}

	var cycle core.Cycle
	for _, info := range []core.FrameworkInfo{
		{ID: "spark", Roles: []core.RoleID{batch}},
		{ID: "marathon", Roles: []core.RoleID{prod}},
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
