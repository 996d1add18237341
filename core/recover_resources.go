package core

import "time"

// TransitionOfferedToAllocated tells that offered resources are now in use
// by tasks of a role.
//
// Errors: CodeNotAllocated if the role's frameworks do not hold them.
func (a *Allocator) TransitionOfferedToAllocated(id AgentID, r RoleID, resources []Resource) error {
	if checking {
		defer a.verify()
	}
	g, _, err := a.agentOf(id)
	if err != nil {
		return err
	}
	if err := a.checkRole(r); err != nil {
		return err
	}
	b := &a.scratch.bags[0]
	if err := a.readBag(b, resources, "allocated"); err != nil {
		return err.within("agent %q", g.name())
	}
	held := &a.scratch.bags[1]
	held.reset()
	for _, ref := range g.entries {
		if e := a.entries.at(ref.entry); a.members.at(e.member).role == r {
			held.add(&e.held)
		}
	}
	if !held.contains(b) {
		return errorf(CodeNotAllocated, "agent %q: role %q was offered %s and not %s", g.name(), a.roles.get(r).path, a.format(held), a.format(b))
	}
	a.addAllocated(g, r, b)
	return nil
}

const (
	// DefaultRefuse and MaxRefuse are the protocol's default and longest time
	// for which a framework refuses an agent's resources.
	DefaultRefuse = 5 * time.Second
	MaxRefuse     = 365 * 24 * time.Hour
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

// RecoverResources makes resources free again that were offered or allocated.
//
// Errors: CodeNotAllocated if more is recovered than is held.
func (a *Allocator) RecoverResources(q RecoverRequest) error {
	if checking {
		defer a.verify()
	}
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
	if b.empty() {
		a.tell(q.Now)
		return nil
	}
	if q.Allocated {
		if w := g.allocatedOf(r); w == nil || !w.contains(b) {
			return errorf(CodeNotAllocated, "agent %q: recovery of %s allocated to role %q: only %s is allocated", g.name(), a.format(b), a.roles.get(r).path, a.format(w))
		}
	}
	i := none
	if fslot != none {
		i = a.entryFor(g, fslot, r)
		if i == none || !a.entries.at(i).held.contains(b) {
			return a.overRecovered(g, slot, fslot, r, b)
		}
	}
	a.tell(q.Now)
	if q.Allocated {
		a.dropAllocated(g, r, b)
	}
	if i != none {
		m := a.entries.at(i).member
		a.release(i, b)
		a.unlistUsed(g, fslot, r, a.listItems(q.Resources))
		if wait := refusalTime(q.RefuseFor); wait > 0 {
			a.addFilter(slot, m, b, wait)
		}
		a.settleMember(m)
	}
	return nil
}

func (a *Allocator) overRecovered(g *agent, slot agentSlot, f frameworkSlot, r RoleID, b *bag) error {
	name := a.frameworks.at(f).name
	return errorf(CodeNotAllocated, "agent %q: recovery of %s from framework %q, role %q: only %s is held",
		g.name(), a.format(b), name, a.roles.get(r).path, a.format(a.heldBy(slot, name, r)))
}

// refusalTime returns how long a filter is to last, 0 for no filter.
func refusalTime(d time.Duration) time.Duration {
	if d < 0 {
		return DefaultRefuse
	}
	return min(d, MaxRefuse)
}
