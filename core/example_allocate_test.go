package core_test

import (
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// One agent, one framework and a first cycle: whatever is free is offered.
func ExampleAllocator_Allocate() {
	a := must(core.New(alloc.Options{}))
	cpus := must(a.InternKind(alloc.Kind{Name: "cpus"}))
	ports := must(a.InternKind(alloc.Kind{Name: "ports", Type: alloc.Ranges}))
	web := must(a.InternRole("web"))
	must(a.AddFramework(alloc.FrameworkInfo{ID: "marathon", Roles: []alloc.RoleID{web}}))
	must(a.AddAgent(alloc.AgentInfo{ID: "agent-1", Total: []alloc.Resource{
		alloc.ScalarOf(cpus, 8*alloc.Unit), alloc.IntervalOf(ports, 31000, 32000),
	}}))

	var cycle alloc.Cycle
	a.Allocate(0, &cycle)
	for offer, resources := range cycle.All() {
		fmt.Println(must(a.FrameworkName(offer.Framework)), "is offered of", must(a.AgentName(offer.Agent)))
		for _, r := range resources {
			switch kind := must(a.DescribeKind(r.Kind)); kind.Type {
			case alloc.Scalar:
				fmt.Println("-", kind.Name, r.Amount)
			case alloc.Ranges:
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
