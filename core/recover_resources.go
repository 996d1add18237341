package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// RecoverResources makes resources free again: those that were offered or, with Allocated, those
// that tasks have used. Two things that a Mesos master may do are errors with Options.StrictUse:
//   - Without Allocated, to recover more than is merely offered, such as the whole of an offer of which
//     tasks use a part. All of it becomes free; what the role's frameworks then no longer hold is no
//     longer in use.
//   - Without Allocated and without a framework, to recover anything. Such a call changes nothing, since
//     what a framework holds becomes free when it is removed.
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
	r, err := a.checkRecovery(&q)
	if err != nil {
		return err
	}
	a.advanceClock(q.Now)
	if r.resources.Empty() {
		return nil
	}
	ended := false // the use of all of it: then what is still used is held as before
	if q.Allocated {
		ended = a.state.Agents.DropInUse(r.agent, q.Role, r.resources, r.entry == slots.None)
	}
	if r.entry == slots.None {
		return nil
	}
	a.state.Ledger.Release(r.entry, r.resources)
	if !ended {
		a.state.Ledger.EndUseBeyondHeld(r.agent, q.Role)
	}
	a.state.ShrinkOrder.GivenBack(r.slot, r.subscription, q.Resources)
	if !q.Allocated {
		a.state.Frameworks.CountOutcome(r.subscription, r.resources, false)
	}
	if wait := refusalTime(q.RefuseFor); wait > 0 {
		a.addFilter(r.slot, r.subscription, r.resources, wait)
	}
	a.state.Frameworks.ForgetUnlessUsed(r.subscription)
	return nil
}

// recovery is what is recovered from whom, in scratch memory.
type recovery struct {
	agent        *agents.Agent
	slot         slots.Agent
	subscription slots.Subscription
	entry        slots.Entry // None: no framework holds it
	resources    *resource.Bag
}

// checkRecovery refuses to recover what nobody holds or uses.
func (a *Allocator) checkRecovery(q *alloc.RecoverRequest) (r recovery, refused error) {
	if err := q.Now.Check(); err != nil {
		return r, err
	}
	g, slot, err := a.state.Agents.AgentOf(q.Agent)
	if err != nil {
		return r, err
	}
	fslot := slots.Framework(slots.None)
	if q.Framework != 0 {
		if _, fslot, err = a.state.Frameworks.FrameworkOf(q.Framework); err != nil {
			return r, err
		}
	}
	if err := a.state.Roles.CheckRole(q.Role); err != nil {
		return r, err
	}
	b := &a.scratch.recovered
	if err := a.state.Kinds.ReadBag(b, q.Resources, "recovery"); err != nil {
		return r, fault.Within(err, "agent %q", g.Name)
	}
	r = recovery{g, slot, slots.None, slots.None, b}
	if b.Empty() {
		return r, nil
	}
	if q.Allocated {
		if told := g.ToldOf(q.Role, &a.scratch.told); !told.Contains(b) {
			return r, fault.Errorf(alloc.CodeNotAllocated, "agent %q: recovery of %s allocated to role %q: %s is allocated",
				g.Name, a.state.Kinds.Format(b), a.state.Roles.Path(q.Role), a.state.Kinds.FormatOnly(told))
		}
	}
	if fslot != slots.None {
		r.subscription, r.entry = a.state.Ledger.EntryFor(g, fslot, q.Role)
		if held := a.state.Ledger.HeldIn(r.entry); held == nil || !held.Contains(b) {
			return r, fault.Errorf(alloc.CodeNotAllocated, "agent %q: recovery of %s from framework %q, role %q: %s is held",
				g.Name, a.state.Kinds.Format(b), a.state.Frameworks.At(fslot).Name, a.state.Roles.Path(q.Role), a.state.Kinds.FormatOnly(held))
		}
	}
	if !q.Allocated && a.state.Options.StrictUse {
		return r, a.checkOffered(g, fslot, q.Role, b)
	}
	return r, nil
}
