package core

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// TransitionOfferedToAllocated tells that tasks of a role now use offered resources. To
// tell it again does not change what is in use.
//
// Errors: CodeUnknownAgent, CodeStale, CodeUnknownRole, CodeNotAllocated (the
// role's frameworks do not hold them), CodeUnknownKind, CodeUnknownItem,
// CodeAmount, CodeInvalid (intervals that overlap or are inverted), CodeLimit (too
// many volumes, or the sum of what was told).
func (a *Allocator) TransitionOfferedToAllocated(id AgentID, r RoleID, resources []Resource) error {
	defer a.settle()
	g, _, err := a.agents.AgentOf(id)
	if err != nil {
		return err
	}
	if err := a.roles.CheckRole(r); err != nil {
		return err
	}
	b := &a.scratch.bags[0]
	if err := a.kinds.ReadBag(b, resources, "allocated"); err != nil {
		return api.Within(err, "agent %q", g.Name())
	}
	held := &a.scratch.bags[1]
	a.ledger.HeldByRole(held, g, r)
	if !held.Contains(b) {
		return api.Errorf(CodeNotAllocated, "agent %q: role %q was offered %s and not %s", g.Name(), a.roles.Get(r).Path, a.kinds.Format(held), a.kinds.Format(b))
	}
	if err := a.checkTold(g, r, b); err != nil {
		return api.Within(err, "agent %q, role %q", g.Name(), a.roles.Get(r).Path)
	}
	a.ledger.AddInUse(g, r, b)
	a.ledger.CountUsed(g, r, b)
	return nil
}

// checkTold refuses resources if their sum with all that was told before could not be
// counted.
func (a *Allocator) checkTold(g *agents.Agent, r RoleID, b *resource.Bag) *Error {
	told := g.ToldOf(r)
	for _, c := range b.Counts {
		if told.Of(c.Item()) > kinds.MostOf(a.kinds.Get(c.Item()))-c.N {
			return api.Errorf(CodeLimit, "the sum of %s that was told to be in use would exceed %v", a.names.String(c.Name), quantities.MaxSum)
		}
	}
	return nil
}
