package operations

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// Transition enters that tasks use offered resources
// (core.Allocator.TransitionOfferedToAllocated).
func (o *Offers) Transition(id api.AgentID, r api.RoleID, resources []api.Resource) error {
	g, _, err := o.agents.AgentOf(id)
	if err != nil {
		return err
	}
	if err := o.roles.CheckRole(r); err != nil {
		return err
	}
	b, held := &o.transition.allocated, &o.transition.held
	if err := o.kinds.ReadBag(b, resources, "transition"); err != nil {
		return api.Within(err, "agent %q", g.Name())
	}
	o.ledger.HeldByRole(held, g, r)
	if !held.Contains(b) {
		return api.Errorf(api.CodeNotAllocated, "agent %q: role %q was offered %s and not %s", g.Name(), o.roles.Path(r), o.kinds.Format(held), o.kinds.Format(b))
	}
	if err := o.checkTold(g, r, b); err != nil {
		return api.Within(err, "agent %q, role %q", g.Name(), o.roles.Path(r))
	}
	o.ledger.AddInUse(g, r, b)
	o.ledger.CountUsed(g, r, b)
	return nil
}

// checkTold refuses resources if their sum with all that was told before could not be
// counted.
func (o *Offers) checkTold(g *agents.Agent, r api.RoleID, b *resource.Bag) *api.Error {
	told := g.ToldOf(r, &o.transition.told)
	for _, c := range b.Counts {
		if told.Of(c.Item()) > kinds.MostOf(o.kinds.Get(c.Item()))-c.N {
			return api.Errorf(api.CodeLimit, "the sum of %s that was told to be in use would exceed %v", o.names.String(c.Name), quantities.MaxSum)
		}
	}
	return nil
}
