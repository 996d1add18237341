package main

import (
	"fmt"
	"time"

	"github.com/apportion/apportion/core"
)

// A cadence is how often what happens, in seconds of the cluster.
type cadence struct{ agents, frameworks, failover int64 }

var usual = cadence{10, 15, 30}

// step plays one second.
func (c *cluster) step() error {
	c.now += second
	at := c.second()
	if at%c.every.failover == 0 {
		if err := c.failOver(); err != nil {
			return fmt.Errorf("failover: %w", err)
		}
	}
	if at%c.every.agents == 0 {
		if err := c.moveAgents(at/c.every.agents%2 == 1); err != nil {
			return fmt.Errorf("agents: %w", err)
		}
	}
	if at%c.every.frameworks == 0 {
		for range 1 + len(c.frameworks)/20 {
			if err := c.moveFramework(c.random.IntN(len(c.frameworks))); err != nil {
				return fmt.Errorf("framework: %w", err)
			}
		}
	}
	if err := c.finish(at); err != nil {
		return fmt.Errorf("finish: %w", err)
	}
	c.timed(calls, func() { c.allocator.Advance(c.now) })
	if !c.allocator.Pending() {
		return nil
	}
	c.timed(cycles, func() { c.allocator.Allocate(c.now, &c.cycle) })
	for i := range c.cycle.Offers {
		if err := c.answer(&c.cycle.Offers[i]); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
	return nil
}

func (c *cluster) timed(what int, call func()) {
	start := time.Now()
	call()
	took := time.Since(start)
	if c.allocator.library != nil {
		took = c.allocator.took
	}
	c.record.took(what, took)
}

// try is timed for a call that may fail.
func (c *cluster) try(call func() error) (err error) {
	c.timed(calls, func() { err = call() })
	return err
}

// tryLater is try for a call of which the library's part may be put off, and is
// timed when it comes.
func (c *cluster) tryLater(call func() error) error {
	if c.allocator.library != nil {
		return call()
	}
	return c.try(call)
}

// answer starts tasks on an offer while its framework wants to, and declines the
// rest.
func (c *cluster) answer(o *core.Offer) error {
	c.record.offers++
	i, j := c.agentOf[o.Agent], c.frameOf[o.Framework]
	g, f := &c.agents[i], &c.frameworks[j]
	var rest amounts
	for _, r := range c.cycle.ResourcesOf(o) {
		for k, kind := range c.kinds {
			if r.Kind == kind {
				rest[k] += int64(r.Amount)
			}
		}
	}
	var started amounts
	for n := c.random.IntN(4); n > 0 && f.task.within(rest); n-- {
		seconds := int64(5 + c.random.IntN(120))
		g.tasks = append(g.tasks, task{framework: j, needs: f.task, ends: c.now + core.Time(seconds)*second})
		c.due[c.second()+seconds] = append(c.due[c.second()+seconds], i)
		rest.add(f.task, -1)
		started.add(f.task, 1)
		c.tasks++
		f.running++
	}
	c.used.add(started, 1)
	if started != (amounts{}) {
		if err := c.tryLater(func() error {
			return c.allocator.TransitionOfferedToAllocated(o.Agent, o.Role, c.resources(started))
		}); err != nil {
			return err
		}
	}
	refuse := time.Duration(5+c.random.IntN(60)) * time.Second
	return c.tryLater(func() error {
		return c.allocator.RecoverResources(core.RecoverRequest{
			Now:       c.now,
			Framework: o.Framework,
			Agent:     o.Agent,
			Role:      o.Role,
			Resources: c.resources(rest),
			RefuseFor: refuse,
		})
	})
}

// finish ends the tasks that are due.
func (c *cluster) finish(at int64) error {
	for _, i := range c.due[at] {
		g := &c.agents[i]
		kept := g.tasks[:0]
		for _, t := range g.tasks {
			if t.ends > c.now {
				kept = append(kept, t)
			} else if err := c.end(g, t); err != nil {
				return err
			}
		}
		g.tasks = kept
	}
	delete(c.due, at)
	return nil
}

func (c *cluster) end(g *agent, t task) error {
	f := &c.frameworks[t.framework]
	c.forget(t)
	role, err := c.role(f.role)
	if err != nil {
		return err
	}
	return c.tryLater(func() error {
		return c.allocator.RecoverResources(core.RecoverRequest{
			Now:       c.now,
			Framework: f.id,
			Agent:     g.id,
			Role:      role,
			Resources: c.resources(t.needs),
			Allocated: true,
		})
	})
}

// forget takes a task out of the cluster's own account.
func (c *cluster) forget(t task) {
	c.used.add(t.needs, -1)
	c.tasks--
	c.frameworks[t.framework].running--
}

// moveAgents takes a part of the agents away, with their tasks, or brings all
// that are away back.
func (c *cluster) moveAgents(away bool) error {
	for i := range c.agents {
		g := &c.agents[i]
		switch {
		case !away && !g.up:
			if err := c.try(func() error { return c.addAgent(i) }); err != nil {
				return err
			}
		case away && g.up && c.random.IntN(50) == 0:
			for _, t := range g.tasks {
				c.forget(t)
			}
			g.tasks, g.up = g.tasks[:0], false
			delete(c.agentOf, g.id)
			if err := c.try(func() error { return c.allocator.RemoveAgent(g.id) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// moveFramework has a framework come, go, or change its mind about offers.
func (c *cluster) moveFramework(i int) error {
	f := &c.frameworks[i]
	switch {
	case !f.up:
		return c.try(func() error { return c.addFramework(i) })
	case f.suppressed:
		f.suppressed = false
		return c.try(func() error { return c.allocator.ReviveOffers(f.id, nil) })
	case c.random.IntN(2) == 0:
		f.suppressed = true
		return c.try(func() error { return c.allocator.SuppressOffers(f.id, nil) })
	}
	for k := range c.agents {
		g := &c.agents[k]
		kept := g.tasks[:0]
		for _, t := range g.tasks {
			if t.framework != i {
				kept = append(kept, t)
			} else if err := c.end(g, t); err != nil {
				return err
			}
		}
		g.tasks = kept
	}
	f.up = false
	delete(c.frameOf, f.id)
	return c.try(func() error { return c.allocator.RemoveFramework(f.id) })
}

// failOver has a new master take over. It accounts for the same as the old one,
// by which no offer is open at the time.
func (c *cluster) failOver() error {
	c.record.failovers++
	old := c.allocator
	old.Advance(c.now)
	before, err := old.ledgers()
	if err != nil {
		return err
	}
	if err := c.master.end(old); err != nil {
		return err
	}
	start := time.Now()
	if err := c.open(); err != nil {
		return err
	}
	c.record.filled = time.Since(start)
	c.allocator.Advance(c.now)
	after, err := c.allocator.ledgers()
	if err == nil && before != after {
		err = fmt.Errorf("the old ledgers and the new:\n%s\n%s", before, after)
	}
	return err
}
