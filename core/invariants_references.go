package core

import "github.com/apportion/apportion/core/internal/resource"

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
	return nil
}
