package resource

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
)

// Ref counts one more reference to a kind or an item.
func (t *Kinds) Ref(id ItemID) { t.numbersOf(id).Ref(id) }

// Unref undoes Ref.
func (t *Kinds) Unref(id ItemID) { t.numbersOf(id).Unref(id) }

// Refer counts the references that b has gained when x was applied to it.
func (t *Kinds) Refer(b *Bag, x *Difference) {
	for i := range x.Come.Counts {
		if c := &x.Come.Counts[i]; b.Of(c.Item()) == c.N {
			t.Ref(c.Item())
		}
	}
	for kind, come := range x.Come.Intervals.Kinds() {
		if len(x.Gone.Intervals.Of(kind)) == 0 && slices.Equal(b.Intervals.Of(kind), come) {
			t.Ref(uint32(kind))
		}
		if t.Get(uint32(kind)).Set {
			for _, x := range come {
				t.SetItems.Ref(x.Begin, x.End)
			}
		}
	}
}

// Unrefer ends the references that b has lost when gone was taken out of it.
func (t *Kinds) Unrefer(b, gone *Bag) {
	for i := range gone.Counts {
		if c := &gone.Counts[i]; b.Of(c.Item()) == 0 {
			t.Unref(c.Item())
		}
	}
	for kind, gone := range gone.Intervals.Kinds() {
		if len(b.Intervals.Of(kind)) == 0 {
			t.Unref(uint32(kind))
		}
		if t.Get(uint32(kind)).Set {
			for _, x := range gone {
				t.SetItems.Unref(x.Begin, x.End)
			}
		}
	}
}

// Idle reports whether there may be something to forget.
func (t *Kinds) Idle() bool { return t.kinds.Idle() || t.items.Idle() || t.SetItems.items.Idle() }

// ForgetIdle forgets the unused kinds, items and set items, and calls unref for each role that a kind referred to. A
// call that may have left some ends with it (forgetUnused in core).
func (t *Kinds) ForgetIdle(unref func(alloc.RoleID)) {
	t.items.ForgetIdle(func(_ uint32, k *Kind) {
		t.Unref(ItemID(k.ID))
	})
	t.kinds.ForgetIdle(func(_ uint32, k *kindEntry) {
		t.names.Unref(k.Name)
		if k.Flags&Reserved != 0 {
			unref(k.Role)
		}
		if k.Flags&RangesOrSet != 0 {
			t.intervals.count(k.Name, -1)
		}
	})
	t.SetItems.items.ForgetIdle(func(uint32, *setItem) {})
}
