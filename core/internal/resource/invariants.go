package resource

import "github.com/apportion/apportion/core/internal/assert"

// Validate checks the invariants of Bag and Intervals.
func (b *Bag) Validate(t *Kinds) error {
	var flags Flags
	for i, c := range b.Counts {
		if c.N <= 0 || i > 0 && b.Counts[i-1].Item() >= c.Item() {
			return assert.Broken("Bag", 1, "item %d, count %d", c.Item(), c.N)
		}
		if c != t.Count(c.Item(), c.N) {
			return assert.Broken("Bag", 1, "item %d, name %d, flags %b", c.Item(), c.Name, c.Flags())
		}
		flags |= c.Flags()
	}
	for i, x := range b.Intervals {
		if x.Begin > x.End {
			return assert.Broken("Bag", 2, "kind %d: interval %d-%d", x.Kind, x.Begin, x.End)
		}
		if i > 0 {
			y := b.Intervals[i-1]
			if y.Kind > x.Kind || y.Kind == x.Kind && (y.End >= x.Begin || x.Begin-y.End <= 1) {
				return assert.Broken("Bag", 2, "kind %d: intervals out of order or touching", x.Kind)
			}
		}
		flags |= t.Flags(uint32(x.Kind))
	}
	if flags != b.Flags {
		return assert.Broken("Bag", 3, "flags %b instead of %b", b.Flags, flags)
	}
	return nil
}

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
	for number, e := range t.items.All {
		n := t.items.Slot(number)
		if !t.Knows(ItemID(e.ID)) {
			return assert.Broken("Kinds", 1, "item %d: there is no kind %d", n, e.ID)
		}
		refs[ItemID(e.ID)]++
		if id, ok := t.FindItem(e.ID, e.Size); !ok || id != n|itemBit {
			return assert.Broken("Kinds", 1, "item %d: not found by its kind and size", n)
		}
		if err := t.validateEntry(n|itemBit, e, refs); err != nil {
			return err
		}
	}
	ofOwner := make([]uint32, len(t.owners.roles))
	for number, e := range t.kinds.All {
		n := t.kinds.Slot(number)
		if id, ok := t.Find([]byte(e.key)); !ok || id != KindID(n) || e.ID != id || e.Size != 0 {
			return assert.Broken("Kinds", 1, "kind %d: not found by its key", n)
		}
		if err := t.validateEntry(n, &e.entry, refs); err != nil {
			return err
		}
		if e.owner != farOwner {
			ofOwner[e.owner]++
			if t.owners.roles[e.owner] != e.Role || t.owners.byRole[e.Role] != e.owner {
				return assert.Broken("Kinds", 4, "kind %d: owner %d is not role %d", n, e.owner, e.Role)
			}
		}
	}
	for id := range refs {
		return assert.Broken("Kinds", 2, "item %d is not known, but referred to", id)
	}
	for o, n := range ofOwner {
		if t.owners.kinds[o] != n || o > 0 && (n > 0) != (t.owners.roles[o] != noRole) {
			return assert.Broken("Kinds", 4, "owner %d: %d kinds, not %d", o, n, t.owners.kinds[o])
		}
	}
	if t.byKey.Len() != t.kinds.Len() || t.bySize.Len() != t.items.Len() {
		return assert.Broken("Kinds", 1, "%d kinds and %d items, but %d and %d to be found", t.kinds.Len(), t.items.Len(), t.byKey.Len(), t.bySize.Len())
	}
	return nil
}

// validateEntry checks an entry against refs, and takes it out of there.
func (t *Kinds) validateEntry(id ItemID, e *entry, refs map[ItemID]uint32) error {
	if e.refs != refs[id] {
		return assert.Broken("Kinds", 2, "item %d: referred to %d times, not %d", id, refs[id], e.refs)
	}
	if t.unused(id) && !e.idle {
		return assert.Broken("Kinds", 3, "item %d is known, but nothing refers to it", id)
	}
	delete(refs, id)
	return nil
}

// Validate checks the invariants of SetItems. refs counts the references to them;
// Validate empties it.
func (s *SetItems) Validate(refs map[uint64]uint32) error {
	for n, x := range s.items.All {
		if found, ok := s.byName.Find(x.name); !ok || found != n {
			return assert.Broken("SetItems", 1, "set item %d: not found by its name", n)
		}
		if x.refs == 0 && !x.held && !x.idle {
			return assert.Broken("SetItems", 3, "set item %d is known, but nothing refers to it", n)
		}
		if x.refs != refs[uint64(n)] {
			return assert.Broken("SetItems", 2, "set item %d: referred to %d times, not %d", n, refs[uint64(n)], x.refs)
		}
		delete(refs, uint64(n))
	}
	for n := range refs {
		return assert.Broken("SetItems", 2, "set item %d is not known, but referred to", n)
	}
	if s.byName.Len() != s.items.Len() {
		return assert.Broken("SetItems", 1, "%d set items, but %d to be found", s.items.Len(), s.byName.Len())
	}
	return nil
}
