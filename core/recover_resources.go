package core

import (
	"time"

	"github.com/apportion/apportion/core/internal/resource"
)

// RecoverRequest is resources of one role on one agent that a framework gives
// back: an offer that was declined, or what tasks no longer use.
type RecoverRequest struct {
	Now       Time
	Framework FrameworkID // 0 when it is gone: then only Allocated is accounted
	Agent     AgentID
	Role      RoleID
	Resources []Resource
	// RefuseFor is how long the framework is not offered these resources, nor
	// less, on this agent, and at least until the next periodic allocation: 0
	// for no such filter, a negative value for DefaultRefuse, at most MaxRefuse.
	RefuseFor time.Duration
	Allocated bool // tasks have used them, see TransitionOfferedToAllocated
}

// RecoverResources makes resources free again that were offered or allocated. What
// is in use is so no longer, even without Allocated, once the role's frameworks do
// not hold it.
//
// Errors: CodeUnknownAgent, CodeUnknownFramework, CodeStale, CodeUnknownRole,
// CodeNotAllocated (more is recovered than is held or, with Allocated, in use),
// CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid (intervals that overlap
// or are inverted), CodeLimit (too many volumes, or their sum).
func (a *Allocator) RecoverResources(q RecoverRequest) error {
	defer a.settle()
	g, slot, err := a.agentOf(q.Agent)
	if err != nil {
		return err
	}
	fslot := none
	if q.Framework != 0 {
		if _, fslot, err = a.frameworkOf(q.Framework); err != nil {
			return err
		}
	}
	r := q.Role
	if err := a.checkRole(r); err != nil {
		return err
	}
	b := &a.scratch.bags[0]
	if err := a.readBag(b, q.Resources, "recovered"); err != nil {
		return err.within("agent %q", g.name())
	}
	if b.Empty() {
		a.advanceClock(q.Now)
		return nil
	}
	if q.Allocated {
		if told := g.toldOf(r); !told.Contains(b) {
			return errorf(CodeNotAllocated, "agent %q: recovery of %s allocated to role %q: only %s is allocated", g.name(), a.format(b), a.roles.get(r).path, a.format(told))
		}
	}
	i := none
	if fslot != none {
		i = a.entryFor(g, fslot, r)
		if i == none || !a.entries.At(i).resources.Contains(b) {
			return a.overRecovered(g, slot, fslot, r, b)
		}
	}
	a.advanceClock(q.Now)
	if q.Allocated {
		a.dropInUse(g, r, b, i == none)
		a.lingeringChanged(slot, g)
	}
	if i != none {
		m := a.entries.At(i).subscription
		a.release(i, b)
		a.endUseBeyondHeld(g, r)
		a.shrinkOrder.Unused(slot, a.holder(m), a.vectorOf(q.Resources))
		if !q.Allocated {
			a.countReturned(m, b)
		}
		if wait := refusalTime(q.RefuseFor); wait > 0 {
			a.addFilter(slot, m, b, wait)
		}
		a.forgetUnlessUsed(m)
	}
	return nil
}

func (a *Allocator) overRecovered(g *agent, slot agentSlot, f frameworkSlot, r RoleID, b *resource.Bag) error {
	name := a.frameworks.At(f).name
	return errorf(CodeNotAllocated, "agent %q: recovery of %s from framework %q, role %q: only %s is held",
		g.name(), a.format(b), name, a.roles.get(r).path, a.format(a.offeredOrAllocatedTo(slot, name, r)))
}
