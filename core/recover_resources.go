package core

import (
	"time"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// RecoverRequest is resources of one role on one agent that a framework gives
// back: an offer that was declined, or what tasks no longer use.
type RecoverRequest struct {
	Now       Time
	Framework FrameworkID // 0 when it is gone: then only Allocated is accounted
	Agent     AgentID
	Role      RoleID
	Resources []Resource
	// RefuseFor is how long the framework is not offered these resources or fewer on this
	// agent, at least until the next periodic allocation: 0 for no filter, a negative value
	// for DefaultRefuse, at most MaxRefuse.
	RefuseFor time.Duration
	Allocated bool // tasks have used them, see TransitionOfferedToAllocated
}

// RecoverResources makes resources free again that were offered or allocated. Even without
// Allocated, resources in use are so no longer once the role's frameworks do not hold them.
//
// Errors: CodeUnknownAgent, CodeUnknownFramework, CodeStale, CodeUnknownRole,
// CodeNotAllocated (more is recovered than is held or, with Allocated, in use),
// CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid (intervals that overlap
// or are inverted), CodeLimit (too many volumes, or their sum).
func (a *Allocator) RecoverResources(q RecoverRequest) error {
	defer a.settle()
	g, slot, err := a.agents.AgentOf(q.Agent)
	if err != nil {
		return err
	}
	fslot := slots.None
	if q.Framework != 0 {
		if _, fslot, err = a.frameworks.FrameworkOf(q.Framework); err != nil {
			return err
		}
	}
	r := q.Role
	if err := a.roles.CheckRole(r); err != nil {
		return err
	}
	b := &a.scratch.bags[0]
	if err := a.kinds.ReadBag(b, q.Resources, "recovered"); err != nil {
		return api.Within(err, "agent %q", g.Name())
	}
	if b.Empty() {
		a.advanceClock(q.Now)
		return nil
	}
	if q.Allocated {
		if told := g.ToldOf(r); !told.Contains(b) {
			return api.Errorf(CodeNotAllocated, "agent %q: recovery of %s allocated to role %q: only %s is allocated", g.Name(), a.kinds.Format(b), a.roles.Get(r).Path, a.kinds.Format(told))
		}
	}
	i := slots.None
	if fslot != slots.None {
		i = a.ledger.EntryFor(g, fslot, r)
		if i == slots.None || !a.ledger.Entries.At(i).Resources.Contains(b) {
			return a.overRecovered(g, slot, fslot, r, b)
		}
	}
	a.advanceClock(q.Now)
	if q.Allocated {
		a.agents.DropInUse(g, r, b, i == slots.None)
		a.ledger.LingeringChanged(slot, g)
	}
	if i != slots.None {
		m := a.ledger.Entries.At(i).Subscription
		a.ledger.Release(i, b)
		a.ledger.EndUseBeyondHeld(g, r)
		a.vectors.Unused(slot, a.holder(m), a.vectorOf(q.Resources))
		if !q.Allocated {
			a.frameworks.CountReturned(m, b)
		}
		if wait := refusalTime(q.RefuseFor); wait > 0 {
			a.addFilter(slot, m, b, wait)
		}
		a.frameworks.ForgetUnlessUsed(m)
	}
	return nil
}

func (a *Allocator) overRecovered(g *agents.Agent, slot slots.Agent, f slots.Framework, r RoleID, b *resource.Bag) error {
	name := a.frameworks.At(f).Name
	return api.Errorf(CodeNotAllocated, "agent %q: recovery of %s from framework %q, role %q: only %s is held",
		g.Name(), a.kinds.Format(b), name, a.roles.Get(r).Path, a.kinds.Format(a.ledger.OfferedOrAllocatedTo(slot, name, r)))
}
