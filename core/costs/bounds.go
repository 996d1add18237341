package costs

import (
	"fmt"
	"slices"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/tested"
)

// Bounds of steps. A cycle costs at most so much in all, for each 64 agents, for each agent that
// somebody has to be asked about, and for each pair of such an agent and somebody who has to be asked.
// They are two or three times what it takes where it takes the most, and a small part of what it takes
// to ask everybody about every agent.
const (
	perCycle = 2000
	per64    = 100
	perAgent = 1100
	perPair  = 900

	perOfRoom = 30 // for each agent, where more may be lent than before
)

// most is how many steps a cycle after the event may take.
func (e *event) most(x *steadyState, s *scene) uint64 {
	agents, pairs := e.agents, e.agents*s.pairs
	switch {
	case e.one:
		agents, pairs = len(s.agents), len(s.agents)
	case e.role > 0:
		agents, pairs = len(s.agents), pairs+len(s.agents)*s.in(e.role)
	case e.all && x.vain:
		agents = len(s.agents)
	case e.all:
		agents, pairs = len(s.agents), len(s.agents)*s.pairs
	}
	if x.lends {
		return s.most(agents, pairs) + uint64(perOfRoom*len(s.agents))
	}
	return s.most(agents, pairs)
}

// most is how many steps a cycle may take in which somebody has to be asked about so many agents, and
// so many pairs have to be asked.
func (s *scene) most(agents, pairs int) uint64 {
	return uint64(perCycle + per64*len(s.agents)/64 + perAgent*agents + perPair*pairs)
}

// agentsOfScene is how many agents there are where steps are counted.
const agentsOfScene = 128

// orders are those that cycles differ by.
var orders = []alloc.Options{
	{},
	{NestedQuota: true, AgentOrder: alloc.OrderPack, RoleSorter: alloc.Random, FrameworkSorter: alloc.Random},
	{RoleSorter: alloc.HDRF},
	{RoleSorter: alloc.MaxMin("mem"), FrameworkSorter: alloc.Ranked},
}

// traffic has one thing that is kept come back, a second pass and a cycle run. Every other offer is
// kept, and the others are declined for five seconds. It returns the cycle's steps, and how many
// agents have changed since the last one.
func (s *scene) traffic(declined []int) (steps uint64, changed, declines int) {
	s.turn++
	i := s.turn * 7 % len(s.held)
	must(0, s.RecoverResources(s.held[i]))
	s.held = slices.Delete(s.held, i, i+1)
	s.Advance(s.Now().Add(time.Second))
	steps = uint64(counter.Of(s.cycle))
	for o, resources := range s.out.All() {
		x := alloc.RecoverRequest{Now: s.Now(), Agent: o.Agent, Framework: o.Framework, Role: o.Role, Resources: slices.Clone(resources)}
		if s.turn++; s.turn%2 > 0 {
			s.held = append(s.held, x)
			continue
		}
		x.RefuseFor = 5 * time.Second
		must(0, s.RecoverResources(x))
		declines++
	}
	return steps, 1 + declined[len(declined)-1] + declined[len(declined)-5], declines
}

// measureStates holds cycles after each event in each state to their bounds, and cycles between which
// tasks end and offers are declined. It prints those that take more, or all.
func measureStates(all bool) (right bool) {
	right = true
	hold := func(x *steadyState, after string, took, most uint64) {
		if all {
			fmt.Printf("%-45s %-40s %8d of %8d\n", x.name, after, took, most)
		}
		if took > most {
			right = false
			fmt.Printf("in the state %q, after %q: %d steps, and not %d at most\n", x.name, after, took, most)
		}
	}
	for _, o := range orders[:2] {
		for i := range steadyStates {
			x := &steadyStates[i]
			s := x.stage(o, agentsOfScene)
			for j := range events {
				e := &events[j]
				e.do(s)
				hold(x, e.name, uint64(counter.Of(s.cycle)), e.most(x, s))
				s.answer()
				s.settle()
			}
			var took, most uint64
			for declined := make([]int, 5); len(declined) < 25 && len(s.held) > 0; {
				steps, changed, declines := s.traffic(declined)
				took, most = took+steps, most+s.most(changed*len(s.agents), 0)
				declined = append(declined, declines)
			}
			hold(x, "traffic", took, most)
		}
	}
	return right && boundsCanFail()
}

// boundsCanFail reports whether a cluster that asks everybody about every agent exceeds the bounds of
// events that change no more than one agent or framework.
func boundsCanFail() bool {
	x := &steadyStates[slices.IndexFunc(steadyStates, func(x steadyState) bool { return x.name == "too large a minimum" })]
	s := x.stage(tested.With(orders[0], tested.Options{FullPass: true}), agentsOfScene)
	for i := range events {
		e := &events[i]
		e.do(s)
		if took := uint64(counter.Of(s.cycle)); took <= e.most(x, s) && !e.all && e.role == 0 {
			fmt.Printf("after %q everybody is asked about every agent in %d steps, which is no more than the bound\n", e.name, took)
			return false
		}
	}
	return true
}
