package bench

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/hooks"
)

// The answers to 50,000 offers, in an order that has nothing to do with that of the agents,
// so that nothing that the allocator needs for an answer is in the processor's caches. What an
// answer says is there in the order of the answers: a host has just received it. Frameworks are
// in 200 roles under 20, as in make run.
const (
	answered     = 50_000          // in the table
	answerRefuse = 5 * time.Second // what Mesos's protocol has frameworks refuse
)

// offeredWorld is a cluster whose offers are answered.
type offeredWorld struct {
	*World
	order   []int            // in which the offers are answered
	ordered alloc.Cycle      // the last cycle's offers in that order
	task    []alloc.Resource // what is launched of each offer
}

func keptOfferedWorld(o alloc.Options, agents int) *offeredWorld {
	return keep(key("answered", o, agents), func() *offeredWorld {
		w := NewWorld(o)
		for i := range 200 {
			w.AddRole(fmt.Sprintf("org-%02d/team-%02d", i%20, i/20))
		}
		w.AddFrameworks(1_000)
		w.AddAgents(agents, w.AgentResources())
		return &offeredWorld{
			World: settle(w),
			order: rand.New(rand.NewPCG(1, 2)).Perm(agents),
			task:  w.Resources(Machine{2, 512, 512}),
		}
	})
}

// putInOrder makes the cycle's offers, and what is in them, those in the order of the answers.
func (w *offeredWorld) putInOrder() {
	to := &w.ordered
	to.Offers, to.Resources = to.Offers[:0], to.Resources[:0]
	for _, i := range w.order {
		o := w.Cycle.Offers[i]
		first := len(to.Resources)
		to.Resources = append(to.Resources, w.Cycle.ResourcesOf(&o)...)
		o.First = uint32(first)
		to.Offers = append(to.Offers, o)
	}
	w.Cycle.Offers, to.Offers = to.Offers, w.Cycle.Offers
	w.Cycle.Resources, to.Resources = to.Resources, w.Cycle.Resources
}

// answering is a kind of answers to offers, with what prepares and undoes them.
type answering struct {
	prepare, answer, undo func(w *offeredWorld, o *alloc.Offer)

	announced hooks.Upcoming // what Prefetch is told of answer, without its agent
}

// operations measures what each answer to the offers of a cycle takes, of so many. What prepares
// and undoes the answers is not timed.
func operations(count int, how answering) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		w := keptOfferedWorld(o, count)
		var calls []hooks.Upcoming // as the offers are answered
		each := func(do func(*offeredWorld, *alloc.Offer)) {
			for i := range w.Cycle.Offers {
				hooks.Prefetch(&w.View, calls, i)
				do(w, &w.Cycle.Offers[i])
			}
		}
		m := start(b)
		for b.Loop() {
			m.stop()
			w.Now = w.Now.Add(2 * answerRefuse)
			w.Tick()
			offers(b, w.World, count)
			w.putInOrder()
			calls = calls[:0]
			for i := range w.Cycle.Offers {
				call := how.announced
				call.Agent = w.Cycle.Offers[i].Agent
				calls = append(calls, call)
			}
			each(how.prepare)
			m.again()
			each(how.answer)
			m.stop()
			each(how.undo)
			m.again()
		}
		m.endPer(count, "call")
	}
}

func nothing(*offeredWorld, *alloc.Offer) {}

func (w *offeredWorld) decline(o *alloc.Offer) { w.Decline(o, answerRefuse) }

func (w *offeredWorld) launch(o *alloc.Offer) {
	check(w.TransitionOfferedToAllocated(o.Agent, o.Role, w.task))
}

// giveRest gives back what is not launched.
func (w *offeredWorld) giveRest(o *alloc.Offer) {
	rest := w.AgentResources()
	for i, x := range w.task {
		rest[i].Amount -= x.Amount
	}
	check(w.RecoverResources(alloc.RecoverRequest{
		Now: w.Now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: rest,
	}))
}

func (w *offeredWorld) finish(o *alloc.Offer) {
	check(w.RecoverResources(alloc.RecoverRequest{
		Now: w.Now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: w.task, Allocated: true,
	}))
}

var (
	declines = answering{nothing, (*offeredWorld).decline, nothing, hooks.Upcoming{Recovers: true, Refuses: true}}
	launches = answering{nothing, (*offeredWorld).launch, func(w *offeredWorld, o *alloc.Offer) {
		w.finish(o)
		w.giveRest(o)
	}, hooks.Upcoming{}}
	finishes = answering{func(w *offeredWorld, o *alloc.Offer) {
		w.launch(o)
		w.giveRest(o)
	}, (*offeredWorld).finish, nothing, hooks.Upcoming{Recovers: true}}
)

// ends measures what the end of each filter takes, of one on each agent. apart is the time between
// two refusals, in random order, and so between two ends: all are due at once in any case.
func ends(count int, apart time.Duration) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		w := keptOfferedWorld(o, count)
		m := start(b)
		for b.Loop() {
			m.stop()
			w.Tick()
			offers(b, w.World, count)
			w.putInOrder()
			for i := range w.Cycle.Offers {
				w.Now = w.Now.Add(apart)
				w.decline(&w.Cycle.Offers[i])
			}
			w.Now = w.Now.Add(2 * answerRefuse)
			m.again()
			w.Advance(w.Now)
		}
		m.endPer(count, "filter")
	}
}
