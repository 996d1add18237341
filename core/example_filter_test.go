package core_test

import (
	"fmt"
	"time"

	"github.com/apportion/apportion/core"
)

// A framework declines an offer and refuses the agent for a minute. The host
// calls Advance whenever something is due; a minute later the agent is offered
// again.
func ExampleAllocator_RecoverResources() {
	a := must(core.New(core.Options{Interval: 5 * time.Second}))
	cpus := must(a.InternKind(core.Kind{Name: "cpus"}))
	web := must(a.InternRole("web"))
	must(a.AddFramework(core.FrameworkInfo{ID: "marathon", Roles: []core.RoleID{web}}))
	must(a.AddAgent(core.AgentInfo{ID: "agent-1", Total: []core.Resource{core.ScalarOf(cpus, 8*core.Unit)}}))

	var now core.Time
	var cycle core.Cycle
	a.Allocate(now, &cycle)
	for offer, resources := range cycle.All() {
		err := a.RecoverResources(core.RecoverRequest{
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
