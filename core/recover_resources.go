package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/slots"
)

// RecoverResources makes resources free again that were offered or, with Allocated, that tasks
// have used. Two things that a Mesos master may do are errors with Options.StrictUse:
//   - Without Allocated, to recover more than is merely offered, as the whole of an offer of which
//     tasks use a part: all of it is free then, and what the role's frameworks hold no longer is in
//     use no longer.
//   - Without Allocated and without a framework, to recover anything: it changes nothing, since what
//     a framework holds becomes free when it is removed.
//
// Errors: CodeUnknownAgent, CodeUnknownFramework (none without Allocated, with StrictUse, too),
// CodeStale, CodeUnknownRole, CodeNotAllocated (more is recovered than is held or, with Allocated,
// was told to be in use or, with StrictUse and without Allocated, is merely offered),
// CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid (intervals that overlap
// or are inverted, a time beyond LastTime), CodeLimit (too many volumes, or their sum).
//
// Cost: proportional to what is named, to who holds some of the agent, and to the role's
// depth.
func (a *Allocator) RecoverResources(q alloc.RecoverRequest) (refused error) {
	defer a.settle(&refused, func() calls.Call {
		a.recorded.recover = calls.RecoverResources(q)
		return &a.recorded.recover
	})
	if err := q.Now.Check(); err != nil {
		return err
	}
	g, slot, err := a.state.Agents.AgentOf(q.Agent)
	if err != nil {
		return err
	}
	fslot := slots.Framework(slots.None)
	if q.Framework != 0 {
		if _, fslot, err = a.state.Frameworks.FrameworkOf(q.Framework); err != nil {
			return err
		}
	}
	r := q.Role
	if err := a.state.Roles.CheckRole(r); err != nil {
		return err
	}
	b := &a.scratch.recovered
	if err := a.state.Kinds.ReadBag(b, q.Resources, "recovery"); err != nil {
		return fault.Within(err, "agent %q", g.Name)
	}
	if b.Empty() {
		a.advanceClock(q.Now)
		return nil
	}
	if q.Allocated {
		if told := g.ToldOf(r, &a.scratch.told); !told.Contains(b) {
			return fault.Errorf(alloc.CodeNotAllocated, "agent %q: recovery of %s allocated to role %q: %s is allocated", g.Name, a.state.Kinds.Format(b), a.state.Roles.Path(r), a.state.Kinds.FormatOnly(told))
		}
	}
	m, i := slots.Subscription(slots.None), slots.Entry(slots.None)
	if fslot != slots.None {
		m, i = a.state.Ledger.EntryFor(g, fslot, r)
		if held := a.state.Ledger.HeldIn(i); held == nil || !held.Contains(b) {
			return fault.Errorf(alloc.CodeNotAllocated, "agent %q: recovery of %s from framework %q, role %q: %s is held",
				g.Name, a.state.Kinds.Format(b), a.state.Frameworks.At(fslot).Name, a.state.Roles.Path(r), a.state.Kinds.FormatOnly(held))
		}
	}
	if !q.Allocated && a.state.Options.StrictUse {
		if err := a.checkOffered(g, fslot, r, b); err != nil {
			return err
		}
	}
	a.advanceClock(q.Now)
	ended := false // the use of all of b: then what is still used is held as before
	if q.Allocated {
		ended = a.state.Agents.DropInUse(g, r, b, i == slots.None)
	}
	if i != slots.None {
		a.state.Ledger.Release(i, b)
		if !ended {
			a.state.Ledger.EndUseBeyondHeld(g, r)
		}
		a.state.ShrinkOrder.GivenBack(slot, m, q.Resources)
		if !q.Allocated {
			a.state.Frameworks.CountOutcome(m, b, false)
		}
		if wait := refusalTime(q.RefuseFor); wait > 0 {
			a.addFilter(slot, m, b, wait)
		}
		a.state.Frameworks.ForgetUnlessUsed(m)
	}
	return nil
}
