package operations

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// RecoverResources makes resources free again (core.Allocator.RecoverResources).
func (o *Offers) RecoverResources(q *api.RecoverRequest) error {
	g, slot, err := o.agents.AgentOf(q.Agent)
	if err != nil {
		return err
	}
	fslot := slots.Framework(slots.None)
	if q.Framework != 0 {
		if _, fslot, err = o.frameworks.FrameworkOf(q.Framework); err != nil {
			return err
		}
	}
	r := q.Role
	if err := o.roles.CheckRole(r); err != nil {
		return err
	}
	b := &o.recovered
	if err := o.kinds.ReadBag(b, q.Resources, "recovery"); err != nil {
		return api.Within(err, "agent %q", g.Name())
	}
	if b.Empty() {
		o.advanceClock(q.Now)
		return nil
	}
	if q.Allocated {
		if told := g.ToldOf(r, &o.told); !told.Contains(b) {
			return api.Errorf(api.CodeNotAllocated, "agent %q: recovery of %s allocated to role %q: %s is allocated", g.Name(), o.kinds.Format(b), o.roles.Path(r), o.kinds.FormatOnly(told))
		}
	}
	i := slots.Entry(slots.None)
	if fslot != slots.None {
		i = o.ledger.EntryFor(g, fslot, r)
		if i == slots.None || !o.ledger.Entries.At(i).Held().Contains(b) {
			return o.overRecovered(g, slot, fslot, r, b)
		}
	}
	o.advanceClock(q.Now)
	ended := false // the use of all of b: then what is still used is held as before
	if q.Allocated {
		ended = o.agents.DropInUse(g, r, b, i == slots.None)
		o.ledger.Lingerings.Changed(slot, g)
	}
	if i != slots.None {
		m := o.ledger.Entries.At(i).Subscription
		o.ledger.Release(i, b)
		if !ended {
			o.ledger.EndUseBeyondHeld(g, r)
		}
		o.shrinkOrder.GivenBack(slot, m, q.Resources)
		if !q.Allocated {
			o.frameworks.CountOutcome(m, b, false)
		}
		if wait := refusalTime(q.RefuseFor); wait > 0 {
			o.addFilter(slot, m, b, wait)
		}
		o.frameworks.ForgetUnlessUsed(m)
	}
	return nil
}

func (o *Offers) overRecovered(g *agents.Agent, slot slots.Agent, f slots.Framework, r api.RoleID, b *resource.Bag) error {
	name := o.frameworks.At(f).Name
	return api.Errorf(api.CodeNotAllocated, "agent %q: recovery of %s from framework %q, role %q: %s is held",
		g.Name(), o.kinds.Format(b), name, o.roles.Path(r), o.kinds.FormatOnly(o.ledger.OfferedOrAllocatedTo(slot, name, r)))
}
