package resource

import (
	"errors"
	"fmt"

	"github.com/apportion/apportion/core/internal/assert"
)

// Validate checks the invariants of Bag and Intervals, and that amounts are at most quantities.MaxSum each.
func (b *Bag) Validate(t *Kinds) error {
	var flags Flags
	for i, c := range b.Counts {
		if c.N <= 0 || c.N > MostOf(t.Get(c.Item())) || i > 0 && b.Counts[i-1].Item() >= c.Item() {
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
	SetItems map[uint32]uint32
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
				r.SetItems[uint32(n)]++
			}
		}
	}
}

// CountRoles counts the kinds that are reserved for each role.
func (t *Kinds) CountRoles(refs map[uint32]uint32) {
	for _, e := range t.kinds.All {
		if e.Flags&Reserved != 0 {
			refs[uint32(e.Role)]++
		}
	}
}

// CountNames counts the kinds of each name.
func (t *Kinds) CountNames(refs map[uint32]uint32) {
	for _, e := range t.kinds.All {
		refs[uint32(e.Name)]++
	}
}

// Validate checks the invariants of Kinds and SetItems. refs counts all references but those of items to their kinds.
func (t *Kinds) Validate(refs *References) error {
	toItems, toKinds := map[uint32]uint32{}, map[uint32]uint32{}
	for id, n := range refs.Items {
		if id&itemBit != 0 {
			toItems[id] = n
		} else {
			toKinds[id] = n
		}
	}
	for _, k := range t.items.All {
		toKinds[uint32(k.ID)]++
	}
	if err := errors.Join(t.kinds.Validate(toKinds), t.items.Validate(toItems), t.SetItems.items.Validate(refs.SetItems)); err != nil {
		return fmt.Errorf("kinds: %w", err)
	}
	return nil
}
