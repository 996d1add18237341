package resource

// Hold notes that the host refers to a kind.
func (t *Kinds) Hold(id KindID) { t.kinds.At(uint32(id)).held = true }

// Held reports whether the host holds a kind.
func (t *Kinds) Held(id KindID) bool { return t.kinds.At(uint32(id)).held }

// Release undoes Hold.
func (t *Kinds) Release(id KindID) {
	t.kinds.At(uint32(id)).held = false
	t.check(uint32(id))
}

// Ref counts one more reference to a kind or an item.
func (t *Kinds) Ref(id ItemID) { t.entry(id).refs++ }

// Unref undoes Ref.
func (t *Kinds) Unref(id ItemID) {
	t.entry(id).refs--
	t.check(id)
}

// check puts a kind or an item on the list idle if it has become unused.
func (t *Kinds) check(id ItemID) {
	if e := t.entry(id); !e.idle && t.unused(id) {
		e.idle = true
		t.idle = append(t.idle, id)
	}
}

// unused reports whether nothing refers to a kind or an item.
func (t *Kinds) unused(id ItemID) bool {
	if id&itemBit != 0 {
		return t.entry(id).refs == 0
	}
	e := t.kinds.At(id)
	return e.refs == 0 && !e.held
}

// Idle reports whether there may be something to forget.
func (t *Kinds) Idle() bool { return len(t.idle) > 0 }

// ForgetIdle forgets the unused kinds and items, and calls gone for each of the kinds.
func (t *Kinds) ForgetIdle(gone func(k *Kind)) {
	for len(t.idle) > 0 {
		last := len(t.idle) - 1
		id := t.idle[last]
		t.idle = t.idle[:last]
		t.entry(id).idle = false
		if !t.unused(id) {
			continue
		}
		if id&itemBit != 0 {
			t.forgetItem(id &^ itemBit)
		} else {
			gone(t.Get(id))
			t.forgetKind(id)
		}
	}
}

func (t *Kinds) forgetItem(n uint32) {
	k := t.items.At(n).Kind
	t.bySize.Remove(t.hashOfItem(k.ID, k.Size), n)
	t.items.Remove(n)
	t.Unref(ItemID(k.ID))
}

func (t *Kinds) forgetKind(n uint32) {
	e := t.kinds.At(n)
	t.byKey.Remove(t.hashOfKey([]byte(e.key)), n)
	if e.Flags&Reserved != 0 {
		t.owners.leave(e.owner)
	}
	if e.Flags&RangesOrSet != 0 {
		t.intervals.count(e.Name, -1)
	}
	t.kinds.Remove(n)
}
