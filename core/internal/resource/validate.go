package resource

import "fmt"

// References counts the references to kinds, items and set items.
type References struct {
	Items    map[ItemID]uint32 // and kinds
	SetItems map[uint64]uint32
}

// Add counts a bag's references.
func (r *References) Add(b *Bag, t *Kinds) {
	for _, c := range b.Counts {
		r.Items[c.Item()]++
	}
	for kind, intervals := range b.Intervals.Kinds() {
		r.Items[uint32(kind)]++
		if !t.Get(uint32(kind)).Set {
			continue
		}
		for _, x := range intervals {
			for n := x.Begin; n <= x.End; n++ {
				r.SetItems[n]++
			}
		}
	}
}

// CountRoles counts the kinds that are reserved for each role.
func (t *Kinds) CountRoles(refs map[uint32]uint32) {
	for _, e := range t.kinds.All {
		if e.Flags&Reserved != 0 {
			refs[e.Role]++
		}
	}
}

// CountNames counts the kinds of each name.
func (t *Kinds) CountNames(refs []int) {
	for _, e := range t.kinds.All {
		refs[e.Name]++
	}
}

// Validate checks the invariants of Kinds. refs counts all references but those of items
// to their kinds; Validate empties it.
func (t *Kinds) Validate(refs map[ItemID]uint32) error {
	for n, e := range t.items.All {
		if t.kinds.Get(uint32(e.ID)) == nil {
			return fmt.Errorf("item %d: there is no kind %d", n, e.ID)
		}
		refs[ItemID(e.ID)]++
		if id, ok := t.FindItem(e.ID, e.Size); !ok || id != n|itemBit {
			return fmt.Errorf("item %d: not found by its kind and size", n)
		}
		if err := t.validateEntry(n|itemBit, e, refs); err != nil {
			return err
		}
	}
	ofOwner := make([]uint32, len(t.owners.roles))
	for n, e := range t.kinds.All {
		if id, ok := t.Find([]byte(e.key)); !ok || id != KindID(n) || e.ID != id || e.Size != 0 {
			return fmt.Errorf("kind %d: not found by its key", n)
		}
		if err := t.validateEntry(n, &e.entry, refs); err != nil {
			return err
		}
		if e.owner != farOwner {
			ofOwner[e.owner]++
			if t.owners.roles[e.owner] != e.Role || t.owners.byRole[e.Role] != e.owner {
				return fmt.Errorf("kind %d: owner %d is not role %d", n, e.owner, e.Role)
			}
		}
	}
	for id := range refs {
		return fmt.Errorf("item %d is not known, but referred to", id)
	}
	for o, n := range ofOwner {
		if t.owners.kinds[o] != n || o > 0 && (n > 0) != (t.owners.roles[o] != noRole) {
			return fmt.Errorf("owner %d: %d kinds, not %d", o, n, t.owners.kinds[o])
		}
	}
	if t.byKey.Len() != t.kinds.Len() || t.bySize.Len() != t.items.Len() {
		return fmt.Errorf("%d kinds and %d items, but %d and %d to be found", t.kinds.Len(), t.items.Len(), t.byKey.Len(), t.bySize.Len())
	}
	return nil
}

// validateEntry checks an entry against refs, and takes it out of there.
func (t *Kinds) validateEntry(id ItemID, e *entry, refs map[ItemID]uint32) error {
	if e.refs != refs[id] {
		return fmt.Errorf("item %d: referred to %d times, not %d", id, refs[id], e.refs)
	}
	if t.unused(id) && !e.idle {
		return fmt.Errorf("item %d is known, but nothing refers to it", id)
	}
	delete(refs, id)
	return nil
}

// Validate checks the invariants of SetItems. refs counts the references to them;
// Validate empties it.
func (s *SetItems) Validate(refs map[uint64]uint32) error {
	for n, x := range s.items.All {
		if found, ok := s.byName.Find(x.name); !ok || found != n {
			return fmt.Errorf("set item %d: not found by its name", n)
		}
		if x.refs != refs[uint64(n)] || x.refs == 0 && !x.held && !x.idle {
			return fmt.Errorf("set item %d: referred to %d times, not %d", n, refs[uint64(n)], x.refs)
		}
		delete(refs, uint64(n))
	}
	for n := range refs {
		return fmt.Errorf("set item %d is not known, but referred to", n)
	}
	if s.byName.Len() != s.items.Len() {
		return fmt.Errorf("%d set items, but %d to be found", s.items.Len(), s.byName.Len())
	}
	return nil
}
