package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// validateReferences is about what is known because something refers to it.
func (a *Allocator) validateReferences() error {
	refs := resource.References{Items: map[resource.ItemID]uint32{}, SetItems: map[uint64]uint32{}}
	lingering := 0
	for _, slot := range a.agentsByID {
		g := a.agents.At(slot)
		refs.Add(g.total, &a.kinds.Kinds)
		var present resource.Bag
		present.AddPresent(g.total, &a.kinds.Kinds)
		if g.hasLingering {
			l := a.lingerings.of[slot]
			if l == nil || l.agent != slot || a.lingerings.list[l.place] != l || l.resources.Empty() {
				return broken(12, "agent %q: what lingers there is not its own, or nothing", g.name())
			}
			lingering++
			refs.Add(&l.resources, &a.kinds.Kinds)
			present.AddPresent(&l.resources, &a.kinds.Kinds)
		}
		for b := range a.bagsOf(slot, g) {
			var beyond resource.Bag
			beyond.AddPresent(b, &a.kinds.Kinds)
			if beyond.RemovePresent(&present, &a.kinds.Kinds); !beyond.Empty() {
				return broken(12, "agent %q: %s is neither in its total nor lingers there", g.name(), a.format(&beyond))
			}
		}
	}
	if lingering != len(a.lingerings.of) || lingering != len(a.lingerings.list) {
		return broken(12, "something lingers on %d agents, not %d", lingering, len(a.lingerings.list))
	}
	if err := a.kinds.Validate(refs.Items); err != nil {
		return broken(12, "%v", err)
	}
	if err := a.kinds.setItems.Validate(refs.SetItems); err != nil {
		return broken(12, "%v", err)
	}
	if err := a.validateNameReferences(); err != nil {
		return err
	}
	return a.validateRoleReferences()
}

// validateNameReferences is about what resource names are known for.
func (a *Allocator) validateNameReferences() error {
	refs := make([]int, a.names.Indices())
	a.kinds.CountNames(refs)
	for _, r := range a.roles.All {
		for n := range r.quota.names {
			refs[n]++
		}
	}
	for i := range a.minima.list {
		for n := range a.minima.list[i].names {
			refs[n]++
		}
	}
	for i := range refs {
		n := quantities.Name(i)
		if a.names.Refs(n) != refs[i] {
			return broken(12, "resource name %q: referred to %d times, not %d", a.names.String(n), refs[i], a.names.Refs(n))
		}
		if found, ok := a.names.Lookup(a.names.String(n)); refs[i] > 0 && (!ok || found != n) {
			return broken(12, "resource name %q: not found", a.names.String(n))
		}
	}
	return nil
}

// validateRoleReferences is about what roles are known for.
func (a *Allocator) validateRoleReferences() error {
	refs := map[uint32]uint32{}
	a.kinds.CountRoles(refs)
	for _, slot := range a.agentsByID {
		for _, w := range a.agents.At(slot).inUse {
			refs[uint32(w.role)]++
		}
	}
	for slot := range uint32(a.subscriptions.Len()) {
		if sub := a.subscriptions.At(slot); sub.live {
			refs[uint32(sub.role)]++
		}
	}
	for _, r := range a.roles.All {
		if r.parent != noRole {
			refs[uint32(r.parent)]++
		}
	}
	for n, r := range a.roles.All {
		switch id, ok := a.roles.child(a.roles.nameOf(r)); {
		case !ok || id != RoleID(n):
			return broken(12, "role %q: not found by its name", r.path)
		case r.refs != refs[n]:
			return broken(12, "role %q: referred to %d times, not %d", r.path, refs[n], r.refs)
		case r.isUnused() && !r.idle:
			return broken(12, "role %q is known, but nothing refers to it", r.path)
		}
	}
	if a.roles.byName.Len() != a.roles.Len() {
		return broken(12, "%d roles, but %d to be found", a.roles.Len(), a.roles.byName.Len())
	}
	return nil
}
