package resource

// Ref counts one more reference to a kind or an item.
func (t *Kinds) Ref(id ItemID) { t.numbersOf(id).Ref(id) }

// Unref undoes Ref.
func (t *Kinds) Unref(id ItemID) { t.numbersOf(id).Unref(id) }

// Idle reports whether there may be something to forget.
func (t *Kinds) Idle() bool { return t.kinds.Idle() || t.items.Idle() }

// ForgetIdle forgets the unused kinds and items, and calls gone for each of the kinds.
func (t *Kinds) ForgetIdle(gone func(k *Kind)) {
	t.items.ForgetIdle(func(_ uint32, k *Kind) {
		t.Unref(ItemID(k.ID))
	})
	t.kinds.ForgetIdle(func(_ uint32, k *kindEntry) {
		gone(&k.Kind)
		if k.Flags&RangesOrSet != 0 {
			t.intervals.count(k.Name, -1)
		}
	})
}
