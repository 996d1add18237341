package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
)

// TransitionOfferedToAllocated tells that offered resources are now in use
// by tasks of a role.
//
// Errors: CodeUnknownAgent, CodeStale, CodeUnknownRole, CodeNotAllocated (the
// role's frameworks do not hold them), CodeUnknownKind, CodeUnknownItem,
// CodeAmount, CodeInvalid (intervals that overlap or are inverted), CodeLimit
// (too many volumes).
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
	held.Reset()
	for _, ref := range g.entries {
		if e := a.entries.At(ref.entry); a.subscriptions.At(e.subscription).role == r {
			held.Add(&e.resources)
		}
	}
	if !held.Contains(b) {
		return errorf(CodeNotAllocated, "agent %q: role %q was offered %s and not %s", g.name(), a.roles.get(r).path, a.format(held), a.format(b))
	}
	a.addInUse(g, r, b)
	return nil
}

// inUse is what tasks of one role use on one agent: the part of what was offered
// that has been allocated. Mesos does not tell by which framework.
type inUse struct {
	role      RoleID
	resources resource.Bag
}

// addInUse enters b into what tasks of a role use on an agent.
//
// DIVERGES: the quota that a role has consumed, as a metric, counts this from
// the agent's arrival; in Mesos a framework that is not known yet is left out.
func (a *Allocator) addInUse(g *agent, role RoleID, b *resource.Bag) {
	if b.Empty() {
		return
	}
	a.addInUseToRoles(role, b, +1)
	for i := range g.inUse {
		if g.inUse[i].role == role {
			g.inUse[i].resources.Add(b)
			return
		}
	}
	n := len(g.inUse)
	g.inUse = slices.Grow(g.inUse, 1)[:n+1]
	w := &g.inUse[n]
	w.role = role
	w.resources.CopyFrom(b)
}

// dropInUse takes b, which is contained, out of what tasks of a role use.
func (a *Allocator) dropInUse(g *agent, role RoleID, b *resource.Bag) {
	a.addInUseToRoles(role, b, -1)
	for i := range g.inUse {
		w := &g.inUse[i]
		if w.role != role {
			continue
		}
		if w.resources.Sub(b, &a.kinds.Kinds); w.resources.Empty() {
			last := len(g.inUse) - 1
			g.inUse[i], g.inUse[last] = g.inUse[last], g.inUse[i]
			g.inUse[last].resources.Reset()
			g.inUse = g.inUse[:last]
		}
		return
	}
}

// inUseOf returns what tasks of a role use on an agent, or nil.
func (g *agent) inUseOf(role RoleID) *resource.Bag {
	for i := range g.inUse {
		if g.inUse[i].role == role {
			return &g.inUse[i].resources
		}
	}
	return nil
}

// addInUseToRoles keeps the role tree's sums of what tasks use.
func (a *Allocator) addInUseToRoles(id RoleID, b *resource.Bag, sign int) {
	row := &a.scratch.row
	row.Reset()
	b.ScalarsOf(row, &a.kinds.Kinds, resource.Reserved|resource.Revocable, 0)
	for ; id != noRole; id = a.roles.get(id).parent {
		addSigned(&a.roles.get(id).inUse, *row, sign)
	}
}
