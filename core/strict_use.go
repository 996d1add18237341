package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// checkOffered refuses, under Options.StrictUse, to recover as merely offered what is not.
func (a *Allocator) checkOffered(g *agents.Agent, f slots.Framework, r alloc.RoleID, b *resource.Bag) error {
	if f == slots.Framework(slots.None) {
		return fault.Errorf(alloc.CodeUnknownFramework, "agent %q: recovery of %s, role %q, from no framework: what a removed one was merely offered is free already",
			g.Name, a.state.Kinds.Format(b), a.state.Roles.Path(r))
	}
	held := &a.scratch.strictUse.held
	a.state.Ledger.HeldByRole(held, g, r)
	return a.checkUnused(g, r, b, held, "recovery")
}

// checkUnused refuses b, under Options.StrictUse, unless a role's frameworks hold b on an agent
// beside what tasks use there. held is all that they hold: nobody says which of them has the tasks.
func (a *Allocator) checkUnused(g *agents.Agent, r alloc.RoleID, b, held *resource.Bag, what string) error {
	used, unused := &a.scratch.strictUse.used, &a.scratch.strictUse.unused
	used.Reset()
	g.SumInUse(used, r)
	unused.CopyFrom(held)
	unused.Sub(used, a.state.Kinds)
	if unused.Contains(b) {
		return nil
	}
	return fault.Errorf(alloc.CodeNotAllocated, "agent %q: %s of %s, role %q: tasks use %s, and %s is merely offered",
		g.Name, what, a.state.Kinds.Format(b), a.state.Roles.Path(r), a.state.Kinds.Format(used), a.state.Kinds.FormatOnly(unused))
}
