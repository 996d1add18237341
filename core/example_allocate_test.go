package core_test

import (
	"fmt"

	"github.com/apportion/apportion/core"
)

// One agent, one framework and a first cycle: whatever is free is offered.
func ExampleAllocator_Allocate() {
	a := must(core.New(core.Options{}))
	cpus := must(a.InternKind(core.Kind{Name: "cpus"}))
	ports := must(a.InternKind(core.Kind{Name: "ports", Type: core.Ranges}))
	web := must(a.InternRole("web"))
	must(a.AddFramework(core.FrameworkInfo{ID: "marathon", Roles: []core.RoleID{web}}))
	must(a.AddAgent(core.AgentInfo{ID: "agent-1", Total: []core.Resource{
		core.ScalarOf(cpus, 8*core.Unit), core.IntervalOf(ports, 31000, 32000),
	}}))

	var cycle core.Cycle
	a.Allocate(0, &cycle)
	for offer, resources := range cycle.All() {
		fmt.Println(must(a.FrameworkName(offer.Framework)), "is offered of", must(a.AgentName(offer.Agent)))
		for _, r := range resources {
			switch kind := must(a.DescribeKind(r.Kind)); kind.Type {
			case core.Scalar:
				fmt.Println("-", kind.Name, r.Amount)
			case core.Ranges:
				fmt.Println("-", kind.Name, r.Begin, "to", r.End)
			}
		}
	}
	// Output:
	// marathon is offered of agent-1
	// - cpus 8
	// - ports 31000 to 32000
}

// must returns what a call returned that cannot fail here.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
