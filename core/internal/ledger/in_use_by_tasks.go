package ledger

import (
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
)

// openInUse returns the InUse of a role on an agent, creating an empty one if there is
// none.
func (lg *Ledger) openInUse(g *agents.Agent, role api.RoleID) *agents.InUse {
	if w := g.InUseOf(role); w != nil {
		return w
	}
	n := len(g.InUse)
	g.InUse = slices.Grow(g.InUse, 1)[:n+1]
	g.InUse[n].Role = role
	lg.roles.Ref(role)
	return &g.InUse[n]
}

// CloseInUse drops w, whose Told has become empty. Its memory is kept for the next one,
// if it is not much.
func (lg *Ledger) CloseInUse(g *agents.Agent, w *agents.InUse) {
	lg.roles.Unref(w.Role)
	last := &g.InUse[len(g.InUse)-1]
	*w, *last = *last, *w
	last.Resources.Reset()
	last.Told.Reset()
	last.Resources.Trim()
	last.Told.Trim()
	g.InUse = container.Shrink(g.InUse[:len(g.InUse)-1], agents.ManyInUse)
}

// CloseAllInUse ends all that tasks use on an agent.
func (lg *Ledger) CloseAllInUse(g *agents.Agent) {
	for len(g.InUse) > 0 {
		w := &g.InUse[0]
		lg.AddInUseToRoles(w.Role, &w.Resources, -1)
		lg.CloseInUse(g, w)
	}
}

// AddInUse enters that tasks of a role use b, which the role holds, on an agent.
//
// DIVERGES: the quota that a role has consumed, as a metric, counts this from
// the agent's arrival; in Mesos a framework that is not known yet is left out.
func (lg *Ledger) AddInUse(g *agents.Agent, role api.RoleID, b *resource.Bag) {
	if b.Empty() {
		return
	}
	w := lg.openInUse(g, role)
	w.Told.Add(b)
	w.Resources.Add(b)
	lg.AddInUseToRoles(role, b, +1)
	lg.EndUseBeyondHeld(g, role)
}

// DropInUse takes b out of a role's InUse.Told, and out of its InUse.Resources. If the
// framework is gone, Resources only shrinks as far as Told does not contain it.
func (lg *Ledger) DropInUse(g *agents.Agent, role api.RoleID, b *resource.Bag, frameworkGone bool) {
	w := g.InUseOf(role)
	w.Told.Sub(b, &lg.kinds.Kinds)
	if !frameworkGone {
		lg.shrinkInUse(w, b)
	}
	if !w.Told.Contains(&w.Resources) {
		beyond := &lg.scratch.used
		beyond.CopyFrom(&w.Resources)
		beyond.Sub(&w.Told, &lg.kinds.Kinds)
		lg.shrinkInUse(w, beyond)
	}
	if w.Told.Empty() {
		lg.CloseInUse(g, w)
	}
}

// shrinkInUse ends the use of b, as far as it is in use.
func (lg *Ledger) shrinkInUse(w *agents.InUse, b *resource.Bag) {
	if w.Resources.Contains(b) {
		w.Resources.Sub(b, &lg.kinds.Kinds)
		lg.AddInUseToRoles(w.Role, b, -1)
		return
	}
	lg.AddInUseToRoles(w.Role, &w.Resources, -1)
	w.Resources.Sub(b, &lg.kinds.Kinds)
	lg.AddInUseToRoles(w.Role, &w.Resources, +1)
}

// EndUseBeyondHeld takes out of a role's InUse.Resources on an agent what the role's
// frameworks do not hold there.
func (lg *Ledger) EndUseBeyondHeld(g *agents.Agent, role api.RoleID) {
	w := g.InUseOf(role)
	if w == nil || w.Resources.Empty() {
		return
	}
	for _, ref := range g.Entries {
		if lg.frameworks.Subscriptions.At(ref.Subscription).Role == role && lg.Entries.At(ref.Entry).Resources.Contains(&w.Resources) {
			return // mostly one framework holds it all
		}
	}
	held, beyond := &lg.scratch.used, &lg.scratch.beyond
	lg.HeldByRole(held, g, role)
	if held.Contains(&w.Resources) {
		return
	}
	beyond.CopyFrom(&w.Resources)
	beyond.Sub(held, &lg.kinds.Kinds)
	lg.shrinkInUse(w, beyond)
}

// HeldByRole makes b all that a role's frameworks hold on an agent.
func (lg *Ledger) HeldByRole(b *resource.Bag, g *agents.Agent, role api.RoleID) {
	b.Reset()
	for _, ref := range g.Entries {
		if lg.frameworks.Subscriptions.At(ref.Subscription).Role == role {
			b.Add(&lg.Entries.At(ref.Entry).Resources)
		}
	}
}

// AddInUseToRoles adds b to Role.InUse of a role and of those above it, or takes it out.
func (lg *Ledger) AddInUseToRoles(id api.RoleID, b *resource.Bag, sign int) {
	row := &lg.scratch.row
	row.Reset()
	b.ScalarsOf(row, &lg.kinds.Kinds, resource.Reserved|resource.Revocable, 0)
	for ; id != api.NoRole; id = lg.roles.Get(id).Parent {
		addSigned(&lg.roles.Get(id).InUse, *row, sign)
	}
}
