package core_test

import (
	"fmt"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// A framework declines an offer and refuses the agent for a minute. The host
// calls Advance whenever something is due; a minute later the agent is offered
// again.
func ExampleAllocator_RecoverResources() {
	a := must(core.New(alloc.Options{Interval: 5 * time.Second}))
	cpus := must(a.InternKind(alloc.Kind{Name: "cpus"}))
	web := must(a.InternRole("web"))
	must(a.AddFramework(alloc.FrameworkInfo{ID: "marathon", Roles: []alloc.RoleID{web}}))
	must(a.AddAgent(alloc.AgentInfo{ID: "agent-1", Total: []alloc.Resource{alloc.ScalarOf(cpus, 8*alloc.Unit)}}))

	var now alloc.Time
	var cycle alloc.Cycle
	a.Allocate(now, &cycle)
	for offer, resources := range cycle.All() {
		err := a.RecoverResources(alloc.RecoverRequest{
			Now: now, Framework: offer.Framework, Agent: offer.Agent, Role: offer.Role, Resources: resources,
			RefuseFor: time.Minute,
		})
		fmt.Println("declined:", err)
	}

	cycles := 0
	for cycle.Offers = nil; len(cycle.Offers) == 0; cycles++ {
		now, _ = a.NextDeadline()
		a.Advance(now) // which makes the periodic cycle pending
		a.Allocate(now, &cycle)
	}
	fmt.Println("offered again after", now.Sub(0), "in cycle", cycles)
	// Output:
	// declined: <nil>
	// offered again after 1m0s in cycle 12
}
