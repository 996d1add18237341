package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
)

// What tasks of a role use on an agent is within what frameworks of the role hold
// there. Mesos only counts what it is told is allocated, by role and not by
// framework (Slave::totalAllocated), and compares that with nothing but itself: it
// is told twice, or resources are recovered as merely offered that are in use, or a
// framework goes before its tasks do, and more is allocated than is held.
//
// What may be recovered as allocated is decided by what was told, as Mesos's
// recorded answers need it. Its master relies on that where an agent comes back with
// an operation under way: addSlave counts what it consumes as allocated,
// updateOperation recovers that as offered.
//
// DIVERGES: nothing is both free and in use. What is no longer held is no longer in
// use, for Allocator.Allocated and for the quota that a role consumes.

// inUse is what tasks of one role use on one agent.
//
// Invariants:
//  1. told is not empty;
//  2. resources is within told, and within what the role's frameworks hold there.
type inUse struct {
	role      RoleID
	resources resource.Bag
	told      resource.Bag // allocated, as Mesos would count it
}

// inUseOf returns what tasks of a role use on an agent, or nil.
func (g *agent) inUseOf(role RoleID) *inUse {
	for i := range g.inUse {
		if g.inUse[i].role == role {
			return &g.inUse[i]
		}
	}
	return nil
}

// toldOf returns what Mesos would count as allocated to a role on an agent.
func (g *agent) toldOf(role RoleID) *resource.Bag {
	if w := g.inUseOf(role); w != nil {
		return &w.told
	}
	return &resource.Bag{}
}

// openInUse returns what tasks of a role use on an agent, nothing at first.
func (a *Allocator) openInUse(g *agent, role RoleID) *inUse {
	if w := g.inUseOf(role); w != nil {
		return w
	}
	n := len(g.inUse)
	g.inUse = slices.Grow(g.inUse, 1)[:n+1]
	g.inUse[n].role = role
	a.roles.ref(role)
	return &g.inUse[n]
}

// manyInUse is from how many roles, or frameworks, on an agent does not keep the room for
// those that have gone.
const manyInUse = 2

// closeInUse drops w, of which nothing is told any more. Its memory stays, but where it
// is much.
func (a *Allocator) closeInUse(g *agent, w *inUse) {
	a.roles.unref(w.role)
	last := &g.inUse[len(g.inUse)-1]
	*w, *last = *last, *w
	last.resources.Reset()
	last.told.Reset()
	last.resources.Trim()
	last.told.Trim()
	g.inUse = container.Shrink(g.inUse[:len(g.inUse)-1], manyInUse)
}

// addInUse enters that tasks of a role use b, which the role holds, on an agent.
//
// DIVERGES: the quota that a role has consumed, as a metric, counts this from
// the agent's arrival; in Mesos a framework that is not known yet is left out.
func (a *Allocator) addInUse(g *agent, role RoleID, b *resource.Bag) {
	if b.Empty() {
		return
	}
	w := a.openInUse(g, role)
	w.told.Add(b)
	w.resources.Add(b)
	a.addInUseToRoles(role, b, +1)
	a.endUseBeyondHeld(g, role)
}

// dropInUse takes b out of what was told that tasks of a role use, and out of what
// they use; if their framework is gone, only as far as less is told than they use.
func (a *Allocator) dropInUse(g *agent, role RoleID, b *resource.Bag, frameworkGone bool) {
	w := g.inUseOf(role)
	w.told.Sub(b, &a.kinds.Kinds)
	if !frameworkGone {
		a.shrinkInUse(w, b)
	}
	if !w.told.Contains(&w.resources) {
		beyond := &a.scratch.used
		beyond.CopyFrom(&w.resources)
		beyond.Sub(&w.told, &a.kinds.Kinds)
		a.shrinkInUse(w, beyond)
	}
	if w.told.Empty() {
		a.closeInUse(g, w)
	}
}

// shrinkInUse ends the use of b, as far as it is in use.
func (a *Allocator) shrinkInUse(w *inUse, b *resource.Bag) {
	if w.resources.Contains(b) {
		w.resources.Sub(b, &a.kinds.Kinds)
		a.addInUseToRoles(w.role, b, -1)
		return
	}
	a.addInUseToRoles(w.role, &w.resources, -1)
	w.resources.Sub(b, &a.kinds.Kinds)
	a.addInUseToRoles(w.role, &w.resources, +1)
}

// endUseBeyondHeld ends the use by tasks of a role of what its frameworks do not
// hold on an agent.
func (a *Allocator) endUseBeyondHeld(g *agent, role RoleID) {
	w := g.inUseOf(role)
	if w == nil || w.resources.Empty() {
		return
	}
	for _, ref := range g.entries {
		if a.subscriptions.At(ref.subscription).role == role && a.entries.At(ref.entry).resources.Contains(&w.resources) {
			return // mostly one framework holds it all
		}
	}
	held, beyond := &a.scratch.used, &a.scratch.beyond
	a.heldByRole(held, g, role)
	if held.Contains(&w.resources) {
		return
	}
	beyond.CopyFrom(&w.resources)
	beyond.Sub(held, &a.kinds.Kinds)
	a.shrinkInUse(w, beyond)
}

// heldByRole makes b all that a role's frameworks hold on an agent.
func (a *Allocator) heldByRole(b *resource.Bag, g *agent, role RoleID) {
	b.Reset()
	for _, ref := range g.entries {
		if a.subscriptions.At(ref.subscription).role == role {
			b.Add(&a.entries.At(ref.entry).resources)
		}
	}
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
