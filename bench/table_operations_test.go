package bench

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/apportion/apportion/core"
)

// The answers to 50,000 offers, in an order that has nothing to do with that of the agents,
// so that nothing that an answer needs is in the processor's caches. Frameworks are in 200
// roles under 20, as in make run.
const (
	answered     = 50_000
	answerRefuse = 5 * time.Second // what Mesos's protocol has frameworks refuse
)

// offeredWorld is a cluster whose offers are answered.
type offeredWorld struct {
	*World
	order []int           // in which the offers are answered
	task  []core.Resource // what is launched of each offer
}

func keptOfferedWorld(o core.Options) *offeredWorld {
	return keep(key("offered", o), func() *offeredWorld {
		w := NewWorld(o)
		for i := range 200 {
			w.AddRole(fmt.Sprintf("org-%02d/team-%02d", i%20, i/20))
		}
		w.AddFrameworks(1_000)
		w.AddAgents(answered, w.AgentResources())
		return &offeredWorld{
			World: settle(w),
			order: rand.New(rand.NewPCG(1, 2)).Perm(answered),
			task:  w.Resources(Machine{2, 512, 512}),
		}
	})
}

// operations measures what each answer to the offers of a cycle takes. prepare and what
// undoes the answers are not timed.
func operations(prepare, answer, undo func(w *offeredWorld, o *core.Offer)) func(*testing.B, core.Options) {
	return func(b *testing.B, o core.Options) {
		w := keptOfferedWorld(o)
		var agents []core.AgentID // of the offers, as they are answered
		each := func(do func(*offeredWorld, *core.Offer)) {
			for n, i := range w.order {
				w.Prefetch(agents, n)
				do(w, &w.Cycle.Offers[i])
			}
		}
		m := start(b)
		for b.Loop() {
			m.stop()
			w.Now = w.Now.Add(2 * answerRefuse)
			w.Tick()
			offers(b, w.World, answered)
			agents = agents[:0]
			for _, i := range w.order {
				agents = append(agents, w.Cycle.Offers[i].Agent)
			}
			each(prepare)
			m.again()
			each(answer)
			m.stop()
			each(undo)
			m.again()
		}
		m.endPer(answered, "call")
	}
}

func nothing(*offeredWorld, *core.Offer) {}

func (w *offeredWorld) decline(o *core.Offer) { w.Decline(o, answerRefuse) }

func (w *offeredWorld) giveBack(o *core.Offer) { w.Decline(o, 0) }

func (w *offeredWorld) launch(o *core.Offer) {
	check(w.TransitionOfferedToAllocated(o.Agent, o.Role, w.task))
}

// giveRest gives back what is not launched.
func (w *offeredWorld) giveRest(o *core.Offer) {
	rest := w.AgentResources()
	for i, x := range w.task {
		rest[i].Amount -= x.Amount
	}
	check(w.RecoverResources(core.RecoverRequest{
		Now: w.Now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: rest,
	}))
}

func (w *offeredWorld) finish(o *core.Offer) {
	check(w.RecoverResources(core.RecoverRequest{
		Now: w.Now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: w.task, Allocated: true,
	}))
}

var (
	declines = operations(nothing, (*offeredWorld).decline, nothing)
	launches = operations(nothing, (*offeredWorld).launch, func(w *offeredWorld, o *core.Offer) {
		w.finish(o)
		w.giveRest(o)
	})
	finishes = operations(func(w *offeredWorld, o *core.Offer) {
		w.launch(o)
		w.giveRest(o)
	}, (*offeredWorld).finish, nothing)
)
