package resource

// AddPresent adds to b everything interned that o refers to: one of each item, the set
// items, and the number 0 of each kind of ranges.
func (b *Bag) AddPresent(o *Bag, t *Kinds) {
	for _, c := range o.Counts {
		if b.Of(c.Item()) == 0 {
			c.N = 1
			b.AddCount(c)
		}
	}
	for kind, intervals := range o.Intervals.Kinds() {
		k := t.Get(uint32(kind))
		b.Flags |= k.Flags
		if !k.Set {
			intervals = Intervals{{Kind: kind}}
		}
		for _, x := range intervals {
			b.Intervals.Insert(x)
		}
	}
}

// RemovePresent removes from b, which AddPresent has filled, everything that o refers to.
func (b *Bag) RemovePresent(o *Bag, t *Kinds) {
	left, i := b.Counts[:0], 0
	for _, c := range b.Counts {
		if i = seek(o.Counts, i, c.Item()); i == len(o.Counts) || o.Counts[i].Item() != c.Item() {
			left = append(left, c)
		}
	}
	b.Counts = left
	if len(b.Intervals) > 0 {
		for kind, intervals := range o.Intervals.Kinds() {
			if !t.Get(uint32(kind)).Set {
				intervals = Intervals{{Kind: kind}}
			}
			for _, x := range intervals {
				b.Intervals.Remove(x)
			}
		}
	}
	b.refreshFlags(t)
}
