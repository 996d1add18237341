package core

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
		return errorf(err.Code, "agent %q: %s", g.name(), err.Text)
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

// RecoverResources returns resources of one role on an agent: an offer that
// was declined, or (allocated) what tasks no longer use. framework may be 0
// when the framework is gone: then only what tasks use is accounted. Unless
// refuseNanos is NoFilter, the framework is not offered these resources, nor
// less, on this agent before that time and one allocation interval have
// passed; 0 installs no filter, other negative values mean
// DefaultRefuseNanos.
//
// Errors: CodeNotAllocated if more is recovered than is held.
func (a *Allocator) RecoverResources(now int64, framework FrameworkID, id AgentID, r RoleID, resources []Resource, refuseNanos int64, allocated bool) error {
	if checking {
		defer a.verify()
	}
	g, slot, err := a.agentOf(id)
	if err != nil {
		return err
	}
	fslot := none
	if framework != 0 {
		if _, fslot, err = a.frameworkOf(framework); err != nil {
			return err
		}
	}
	if err := a.checkRole(r); err != nil {
		return err
	}
	b := &a.scratch.bags[0]
	if err := a.readBag(b, resources, "recovered"); err != nil {
		return errorf(err.Code, "agent %q: %s", g.name(), err.Text)
	}
	if b.empty() {
		a.tell(now)
		return nil
	}
	if allocated {
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
	a.tell(now)
	if allocated {
		a.dropAllocated(g, r, b)
	}
	if i != none {
		m := a.entries.at(i).member
		a.release(i, b)
		a.unlistUsed(g, fslot, r, a.listItems(resources))
		if wait := refusalTime(refuseNanos); wait > 0 {
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

// refusalTime turns the time that a framework refuses for into nanoseconds,
// 0 for no filter.
func refusalTime(nanos int64) int64 {
	switch {
	case nanos == NoFilter:
		return 0
	case nanos < 0:
		return DefaultRefuseNanos
	default:
		return min(nanos, MaxRefuseNanos)
	}
}
