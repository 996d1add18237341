package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// TransitionOfferedToAllocated tells that offered resources are now in use
// by tasks of a role. To tell it again changes nothing of what is in use.
//
// Errors: CodeUnknownAgent, CodeStale, CodeUnknownRole, CodeNotAllocated (the
// role's frameworks do not hold them), CodeUnknownKind, CodeUnknownItem,
// CodeAmount, CodeInvalid (intervals that overlap or are inverted), CodeLimit (too
// many volumes, or the sum of what was told).
func (a *Allocator) TransitionOfferedToAllocated(id AgentID, r RoleID, resources []Resource) error {
	defer a.settle()
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
	a.heldByRole(held, g, r)
	if !held.Contains(b) {
		return errorf(CodeNotAllocated, "agent %q: role %q was offered %s and not %s", g.name(), a.roles.get(r).path, a.format(held), a.format(b))
	}
	if err := a.checkTold(g, r, b); err != nil {
		return err.within("agent %q, role %q", g.name(), a.roles.get(r).path)
	}
	a.addInUse(g, r, b)
	a.countUsed(g, r, b)
	return nil
}

// checkTold refuses to be told so often that resources are in use that their sum
// could not be counted.
func (a *Allocator) checkTold(g *agent, r RoleID, b *resource.Bag) *Error {
	told := g.toldOf(r)
	for _, c := range b.Counts {
		if told.Of(c.Item()) > mostOf(a.kinds.Get(c.Item()))-c.N {
			return errorf(CodeLimit, "the sum of %s that was told to be in use would exceed %v", a.names.String(c.Name), quantities.MaxSum)
		}
	}
	return nil
}
