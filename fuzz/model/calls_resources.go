package model

import (
	"maps"

	"github.com/apportion/apportion/history"
)

func init() {
	on(func(*state, *history.RequestResources) {}) // Mesos takes note of it in its log
	on((*state).transition)
	on((*state).recoverResources)
	on((*state).updateAllocation)
	on((*state).updateAvailable)
}

// transition notes that offered resources are in use now.
func (s *state) transition(op *history.TransitionOfferedToAllocated) {
	checkRole(op.Role)
	a := s.agent(op.Agent)
	r := newResources(op.Resources, op.Role)
	s.checkUnused(a, op.Role, r)
	a.allocated, a.used = a.allocated.plus(r), a.used.plus(r)
}

// recoverResources gives resources back. Those that were in use are no longer,
// even if the framework is gone.
func (s *state) recoverResources(op *history.RecoverResources) {
	checkRole(op.Role)
	r := newResources(op.Resources, op.Role)
	if len(r) == 0 {
		return
	}
	a, f := s.agents[op.Agent], s.frameworks[op.Framework]
	switch {
	case op.Allocated && a != nil:
		check(a.allocated.contains(r), "less is allocated on agent %q in role %q", op.Agent, op.Role)
		a.endUse(r, f == nil)
		a.allocated = a.allocated.minus(r)
	case !op.Allocated:
		check(f != nil || !s.options.strictUse, "nothing is merely offered to a framework that is gone")
		s.checkUnused(a, op.Role, r)
	}
	if a == nil || f == nil {
		return
	}
	check(a.allHeld.contains(r), "less is held on agent %q in role %q", op.Agent, op.Role)
	a.release(op.Framework, r)
	s.giveBack(a, op.Framework, op.Role, r)
	if s.sorter(op.Role).contains(op.Framework) {
		s.untrack(op.Agent, op.Framework, r)
	}
	if op.RefuseSeconds == nil {
		return
	}
	// The filter outlasts the next periodic allocation, so that it has an effect.
	if lasts := refusalNanos(*op.RefuseSeconds); lasts > 0 {
		late := lasts <= s.options.intervalNanos
		lasts = max(lasts, s.options.intervalNanos)
		if s.heedsBlocked() {
			f.refused[op.Role] = r.quantities()
		}
		f.refuse(op.Role, op.Agent, refusal{r.allocate(""), s.nowNanos + lasts, late})
	}
}

// updateAllocation converts what a framework was offered, and the agent's total
// with it. A conversion that consumes nothing adds a further use of a shared
// resource and leaves the total alone.
func (s *state) updateAllocation(op *history.UpdateAllocation) {
	checkRole(op.Role)
	s.framework(op.Framework)
	a := s.agent(op.Agent)
	offered := newResources(op.Resources, op.Role)
	check(len(offered) > 0, "nothing was offered")
	sorter := s.sorter(op.Role)
	before := sorter.leafOf(op.Framework).held[op.Agent]
	list := newConversions(op.Conversions, op.Role)
	after, ok := offered.convert(list)
	check(ok, "what is converted was not offered")

	a.release(op.Framework, offered)
	a.hold(op.Framework, after)
	sorter.update(op.Framework, op.Agent, offered, after)
	s.roleSorter.update(op.Role, op.Agent, offered, after)

	var removed resources
	var stripped []conversion
	for _, c := range list {
		if len(c.consumed) == 0 {
			continue
		}
		if len(c.converted) == 0 {
			removed = removed.plus(c.consumed)
		}
		stripped = append(stripped, conversion{c.consumed.allocate(""), c.converted.allocate(""), false})
	}
	total, ok := a.total.convert(stripped)
	check(ok, "agent %q does not have what is converted", op.Agent)
	s.setTotal(op.Agent, total)
	now := sorter.leafOf(op.Framework).held[op.Agent]
	check(maps.Equal(before.quantities().minus(now.quantities()), removed.quantities()),
		"the conversions change the amounts")
}

// updateAvailable converts what nobody holds of an agent, if all of it is there.
func (s *state) updateAvailable(op *history.UpdateAvailable) {
	a := s.agent(op.Agent)
	list := newConversions(op.Conversions, "")
	markDestroyed(list, op.Operations)
	available, ok := a.available.convert(list)
	s.answer.ok = &ok
	if !ok {
		return
	}
	total, ok := a.total.convert(list)
	check(ok, "agent %q does not have what is converted", op.Agent)
	checkAmounts(a.available, available)
	checkAmounts(a.total, total)
	s.setTotal(op.Agent, total)
}

// markDestroyed has each conversion that a DESTROY stands for fail if copies of the
// volume are left. An operation stands for one conversion or, if it names things
// that are converted one by one, for as many as these (getResourceConversions, in
// resources_utils.cpp).
func markDestroyed(list []conversion, operations []history.Operation) {
	next := 0
	for _, o := range operations {
		count := 1
		switch o.Type {
		case "UNRESERVE", "CREATE", "DESTROY":
			count = len(o.Resources)
		}
		for i := next; i < next+count && i < len(list); i++ {
			list[i].exhaust = o.Type == "DESTROY"
		}
		next += count
	}
	check(next == len(list) || len(operations) == 0, "%d conversions, but the operations stand for %d", len(list), next)
}

// checkAmounts refuses operations that change how much there is of the resources
// that Mesos looks at (Resources::apply).
func checkAmounts(before, after resources) {
	x, y := before.quantities(), after.quantities()
	for _, name := range []string{"cpus", "gpus", "mem", "disk"} {
		check(x[name] == y[name], "the operations change the amount of %s", name)
	}
	ports := func(r resources) spans {
		var out spans
		for _, p := range r {
			if p.Name == "ports" {
				out = out.plus(p.Ranges)
			}
		}
		return out
	}
	p, q := ports(before), ports(after)
	check(p.contains(q) && q.contains(p), "the operations change the ports")
}
