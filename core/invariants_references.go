package core

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// validateReferences checks that all that is known has who refers to it, and vice versa.
func (a *Allocator) validateReferences() error {
	refs := resource.References{Items: map[resource.ItemID]uint32{}, SetItems: map[uint64]uint32{}}
	lingering := 0
	for _, slot := range a.agents.ByID {
		g := a.agents.At(slot)
		refs.Add(g.Total, &a.kinds.Kinds)
		var present resource.Bag
		present.AddPresent(g.Total, &a.kinds.Kinds)
		if g.HasLingering {
			l := a.ledger.Lingerings.Of[slot]
			if l == nil || l.Agent != slot || a.ledger.Lingerings.List[l.Place] != l || l.Resources.Empty() {
				return broken(12, "agent %q: what lingers there is not its own, or nothing", g.Name())
			}
			lingering++
			refs.Add(&l.Resources, &a.kinds.Kinds)
			present.AddPresent(&l.Resources, &a.kinds.Kinds)
		}
		for b := range a.ledger.BagsOf(slot, g) {
			var beyond resource.Bag
			beyond.AddPresent(b, &a.kinds.Kinds)
			if beyond.RemovePresent(&present, &a.kinds.Kinds); !beyond.Empty() {
				return broken(12, "agent %q: %s is neither in its total nor lingers there", g.Name(), a.kinds.Format(&beyond))
			}
		}
	}
	if lingering != len(a.ledger.Lingerings.Of) || lingering != len(a.ledger.Lingerings.List) {
		return broken(12, "something lingers on %d agents, not %d", lingering, len(a.ledger.Lingerings.List))
	}
	if err := a.kinds.Validate(refs.Items); err != nil {
		return broken(12, "%v", err)
	}
	if err := a.kinds.SetItems.Validate(refs.SetItems); err != nil {
		return broken(12, "%v", err)
	}
	if err := a.validateNameReferences(); err != nil {
		return err
	}
	return a.validateRoleReferences()
}

// validateNameReferences checks that each resource name counts those who refer to it.
func (a *Allocator) validateNameReferences() error {
	refs := make([]int, a.names.Indices())
	a.kinds.CountNames(refs)
	for _, r := range a.roles.All {
		for n := range r.Quota.Names {
			refs[n]++
		}
	}
	for i := range a.frameworks.Minima.List {
		for n := range a.frameworks.Minima.List[i].Names {
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

// validateRoleReferences checks that each role counts those who refer to it.
func (a *Allocator) validateRoleReferences() error {
	refs := map[uint32]uint32{}
	a.kinds.CountRoles(refs)
	for _, slot := range a.agents.ByID {
		for _, w := range a.agents.At(slot).InUse {
			refs[uint32(w.Role)]++
		}
	}
	for slot := range uint32(a.frameworks.Subscriptions.Len()) {
		if sub := a.frameworks.Subscriptions.At(slot); sub.Live {
			refs[uint32(sub.Role)]++
		}
	}
	for _, r := range a.roles.All {
		if r.Parent != api.NoRole {
			refs[uint32(r.Parent)]++
		}
	}
	for n, r := range a.roles.All {
		switch id, ok := a.roles.Child(a.roles.NameOf(r)); {
		case !ok || id != RoleID(n):
			return broken(12, "role %q: not found by its name", r.Path)
		case r.Refs != refs[n]:
			return broken(12, "role %q: referred to %d times, not %d", r.Path, refs[n], r.Refs)
		case r.IsUnused() && !r.Idle:
			return broken(12, "role %q is known, but nothing refers to it", r.Path)
		}
	}
	if a.roles.ByName.Len() != a.roles.Len() {
		return broken(12, "%d roles, but %d to be found", a.roles.Len(), a.roles.ByName.Len())
	}
	return nil
}
