package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
)

// TransitionOfferedToAllocated tells that tasks of a role now use offered resources. As in Mesos,
// what is told adds up: what is told twice has to be recovered twice with Allocated. No more is in
// use, though, than the role's frameworks hold: 3 and 3 of 4 cpus make 4 in use, and 6 to recover.
// With Options.StrictUse the second call is an error.
//
// Errors: CodeUnknownAgent, CodeStale, CodeUnknownRole, CodeNotAllocated (the
// role's frameworks do not hold them or, with StrictUse, tasks use them already), CodeUnknownKind, CodeUnknownItem,
// CodeAmount, CodeInvalid (intervals that overlap or are inverted), CodeLimit (too
// many volumes, or the sum of what was told).
//
// Cost: proportional to what is named, to who holds some of the agent, and to the role's
// depth.
func (a *Allocator) TransitionOfferedToAllocated(id alloc.AgentID, r alloc.RoleID, resources []alloc.Resource) (refused error) {
	defer a.settle(&refused, func() calls.Call {
		a.recorded.transition = calls.TransitionOfferedToAllocated{Agent: id, Role: r, Resources: resources}
		return &a.recorded.transition
	})
	g, _, err := a.state.Agents.AgentOf(id)
	if err != nil {
		return err
	}
	if err := a.state.Roles.CheckRole(r); err != nil {
		return err
	}
	b, held := &a.scratch.transition.allocated, &a.scratch.transition.held
	if err := a.state.Kinds.ReadBag(b, resources, "transition"); err != nil {
		return fault.Within(err, "agent %q", g.Name)
	}
	a.state.Ledger.HeldByRole(held, g, r)
	if !held.Contains(b) {
		return fault.Errorf(alloc.CodeNotAllocated, "agent %q: role %q was offered %s and not %s", g.Name, a.state.Roles.Path(r), a.state.Kinds.Format(held), a.state.Kinds.Format(b))
	}
	if a.state.Options.StrictUse {
		if err := a.checkUnused(g, r, b, held, "transition"); err != nil {
			return err
		}
	}
	if err := a.state.Kinds.CheckSum(g.ToldOf(r, &a.scratch.transition.told), b, "that was told to be in use"); err != nil {
		return fault.Within(err, "agent %q, role %q", g.Name, a.state.Roles.Path(r))
	}
	a.state.Ledger.AddInUse(g, r, b)
	a.state.Ledger.CountUsed(g, r, b)
	return nil
}
