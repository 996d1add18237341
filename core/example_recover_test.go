package core_test

import (
	"fmt"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// A new master knows the quotas and how many agents its predecessor had. The
// agents come back one by one and say what is in use on them. Nothing is offered
// until enough of them are back: what meets a guarantee might be on the others.
func ExampleAllocator_Recover() {
	a := must(core.New(alloc.Options{
		Interval: time.Second, AgentRecoveryFactor: 1, AgentOrder: alloc.OrderByID,
	}))
	cpus := must(a.InternKind(alloc.Kind{Name: "cpus"}))
	web := must(a.InternRole("web"))
	guaranteed := alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 6 * alloc.Unit}}}
	if err := a.Recover(0, 2, []alloc.RoleQuota{{Role: web, Quota: guaranteed}}); err != nil {
		panic(err)
	}
	must(a.AddFramework(alloc.FrameworkInfo{ID: "marathon", Roles: []alloc.RoleID{web}}))

	var now alloc.Time
	var cycle alloc.Cycle
	for _, id := range []string{"agent-1", "agent-2"} {
		now = now.Add(time.Second)
		must(a.AddAgent(alloc.AgentInfo{
			ID:    id,
			Total: []alloc.Resource{alloc.ScalarOf(cpus, 8*alloc.Unit)},
			Used: []alloc.Usage{
				{Framework: "marathon", Role: web, Resources: []alloc.Resource{alloc.ScalarOf(cpus, 5*alloc.Unit)}},
			},
		}))
		a.Advance(now)
		a.Allocate(now, &cycle)
		fmt.Println(id, "is back, paused:", a.Paused())
		for offer, resources := range cycle.All() {
			fmt.Println("- offered:", resources[0].Amount, "cpus of", must(a.AgentName(offer.Agent)))
		}
	}
	// Output:
	// agent-1 is back, paused: true
	// agent-2 is back, paused: false
	// - offered: 3 cpus of agent-1
	// - offered: 3 cpus of agent-2
}
