package core_test

import (
	"fmt"
	"time"

	"github.com/apportion/apportion/core"
)

// A new master knows the quotas and how many agents its predecessor had. The
// agents come back one by one and say what is in use on them. Nothing is offered
// until enough of them are back: what meets a guarantee might be on the others.
func ExampleAllocator_Recover() {
	a := must(core.New(core.Options{
		Interval: time.Second, AgentRecoveryFactor: 1, AgentOrder: core.OrderByID,
	}))
	cpus := must(a.InternKind(core.Kind{Name: "cpus"}))
	web := must(a.InternRole("web"))
	guaranteed := core.Quota{Guarantees: []core.Quantity{{Name: "cpus", Amount: 6 * core.Unit}}}
	if err := a.Recover(0, 2, []core.RoleQuota{{Role: web, Quota: guaranteed}}); err != nil {
		panic(err)
	}
	must(a.AddFramework(core.FrameworkInfo{ID: "marathon", Roles: []core.RoleID{web}}))

	var now core.Time
	var cycle core.Cycle
	for _, id := range []string{"agent-1", "agent-2"} {
		now = now.Add(time.Second)
		must(a.AddAgent(core.AgentInfo{
			ID:    id,
			Total: []core.Resource{core.ScalarOf(cpus, 8*core.Unit)},
			Used: []core.Usage{
				{Framework: "marathon", Role: web, Resources: []core.Resource{core.ScalarOf(cpus, 5*core.Unit)}},
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
