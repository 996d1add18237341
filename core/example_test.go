package core_test

import (
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// The cluster of the DRF paper: 9 CPUs and 18 GB. A's tasks need 1 CPU and
// 4 GB, B's 3 CPUs and 1 GB. Both end with two thirds of their dominant
// resource: A with 3 tasks, B with 2.
func Example() {
	a, err := core.New(alloc.Options{})
	if err != nil {
		panic(err)
	}
	cpus, _ := a.InternKind(alloc.Kind{Name: "cpus"})
	mem, _ := a.InternKind(alloc.Kind{Name: "mem"})
	tasks := map[string][]alloc.Resource{
		"A": {alloc.ScalarOf(cpus, 1000), alloc.ScalarOf(mem, 4*1024*1000)},
		"B": {alloc.ScalarOf(cpus, 3000), alloc.ScalarOf(mem, 1*1024*1000)},
	}
	count := map[string]int{}
	for name := range tasks {
		role, _ := a.InternRole(name)
		a.AddFramework(alloc.FrameworkInfo{ID: name, Roles: []alloc.RoleID{role}})
	}
	agent, _ := a.AddAgent(alloc.AgentInfo{ID: "agent", Total: []alloc.Resource{
		alloc.ScalarOf(cpus, 9000), alloc.ScalarOf(mem, 18*1024*1000),
	}})

	// Whoever is furthest below its share is offered all that is free, and
	// launches one task on it if it can; the rest goes back.
	var cycle alloc.Cycle
	a.Allocate(0, &cycle)
	for len(cycle.Offers) > 0 {
		offer := &cycle.Offers[0]
		name, _ := a.FrameworkName(offer.Framework)
		task := tasks[name]
		rest, fits := minus(cycle.ResourcesOf(offer), task)
		if fits {
			count[name]++
			a.TransitionOfferedToAllocated(agent, offer.Role, task)
		} else {
			a.SuppressOffers(offer.Framework, nil)
		}
		a.RecoverResources(alloc.RecoverRequest{Framework: offer.Framework, Agent: agent, Role: offer.Role, Resources: rest})
		a.RequestAllocation()
		a.Allocate(0, &cycle)
	}
	fmt.Printf("A runs %d tasks, B runs %d\n", count["A"], count["B"])
	// Output: A runs 3 tasks, B runs 2
}

// minus returns what of an offer a task leaves, or the whole offer if the
// task does not fit.
func minus(offer, task []alloc.Resource) ([]alloc.Resource, bool) {
	rest := append([]alloc.Resource(nil), offer...)
	for _, t := range task {
		fits := false
		for i := range rest {
			if rest[i].Kind == t.Kind && rest[i].Amount >= t.Amount {
				rest[i].Amount -= t.Amount
				fits = true
			}
		}
		if !fits {
			return offer, false
		}
	}
	return rest, true
}
