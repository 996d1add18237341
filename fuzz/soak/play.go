package main

import (
	"slices"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/book"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/internal/must"
)

// lasting is how long the tasks of a framework on an agent last on average, in seconds.
const lasting = 65

// second is the second of the cluster that has begun last.
func (c *cluster) second() int64 { return int64(c.now / time.Second) }

// step plays one second.
func (c *cluster) step() {
	c.now += time.Second
	at := c.second()
	if at%c.every.failover == 0 {
		c.failOver(c.rebuilding())
	}
	if at%c.every.agents == 0 {
		c.moveAgents(at/c.every.agents%2 == 1)
	}
	if at%c.every.frameworks == 0 {
		for range 1 + len(c.frameworks)/20 {
			c.moveFramework(uint32(c.random.IntN(len(c.frameworks))))
		}
	}
	running := &c.term.Book().Allocated
	for range (running.Len() + lasting/2) / lasting {
		c.finish(running.At(c.random.IntN(running.Len())))
	}
	must.Do(c.term.Play(&tape.Call{Verb: calls.OpAdvance, For: time.Second}))
	for offered := &c.term.Book().Offered; offered.Len() > 0; {
		c.answer(offered.At(0))
	}
}

// play makes a call that is all in its value.
func (c *cluster) play(value calls.Call) {
	call := tape.Of(value)
	must.Do(c.term.Play(&call))
}

// answer starts tasks on an offer while its framework wants to, and declines the rest.
func (c *cluster) answer(n uint32) {
	b := c.term.Book()
	place, task := b.Holdings[n].Place, c.frameworks[b.Holdings[n].Framework].task
	var rest, one, started book.Bag
	rest.Copy(b.Holdings[n].Offered)
	one.Set(c.Cast.Kinds, task)
	// To start tasks does not say whose offer they use: it is the only one of its role.
	alone := !slices.ContainsFunc(b.Agents[place.Agent].Holdings, func(other uint32) bool {
		return other != n && b.Holdings[other].Role == place.Role && b.Offered.Has(other)
	})
	for tasks := c.random.IntN(4); tasks > 0 && alone && rest.Contains(c.Cast.Kinds, one); tasks-- {
		rest.Sub(c.Cast.Kinds, task)
		started.Add(c.Cast.Kinds, task)
	}
	agent, role := core.AgentID(place.Agent), core.RoleID(place.Role)
	if len(started) > 0 {
		c.play(&calls.TransitionOfferedToAllocated{Agent: agent, Role: role, Resources: started.Resources(nil)})
	}
	refuse := time.Duration(5+c.random.IntN(60)) * time.Second
	if len(rest) > 0 {
		c.play(&calls.RecoverResources{
			Agent: agent, Framework: core.FrameworkID(place.Framework), Role: role, Resources: rest.Resources(nil), RefuseFor: refuse,
		})
	}
}

// finish ends the tasks of a framework on an agent.
func (c *cluster) finish(n uint32) {
	h := &c.term.Book().Holdings[n]
	c.play(&calls.RecoverResources{
		Framework: core.FrameworkID(h.Framework), Role: core.RoleID(h.Role), Agent: core.AgentID(h.Agent),
		Resources: h.Allocated.Resources(nil), Allocated: true,
	})
}

// moveAgents takes a part of the agents away, with their tasks, or brings all that are away
// back.
func (c *cluster) moveAgents(away bool) {
	for i := range c.totals {
		n := uint32(i)
		there := c.term.Book().Agent(n) != nil
		call := c.agent(n)
		switch {
		case away && there && c.random.IntN(50) == 0:
			call = tape.Of(&calls.RemoveAgent{Agent: core.AgentID(n)})
		case away || there:
			continue
		}
		must.Do(c.term.Play(&call))
	}
}

// moveFramework has a framework come, go, or change its mind about offers.
func (c *cluster) moveFramework(n uint32) {
	f := c.term.Book().Framework(n)
	id := core.FrameworkID(n)
	call := tape.Of(&calls.RemoveFramework{Framework: id})
	switch {
	case f == nil:
		call = c.framework(n)
	case f.Roles[0].Suppressed:
		call = tape.Of(&calls.ReviveOffers{Framework: id})
	case c.random.IntN(2) == 0:
		call = tape.Of(&calls.SuppressOffers{Framework: id})
	default:
		for len(f.Holdings) > 0 {
			c.finish(f.Holdings[0])
		}
	}
	must.Do(c.term.Play(&call))
}
