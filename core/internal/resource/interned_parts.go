package resource

// AddPresent adds to b everything interned that o refers to: one of each item, the set
// items, and the number 0 of each kind of ranges. So ledger.Lingering keeps what lingers.
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
	if b.isApart(o) {
		return
	}
	left, i := b.Counts[:0], 0
	for _, c := range b.Counts {
		i = seek(o.Counts, i, c.Item())
		if i == len(o.Counts) || o.Counts[i].Item() != c.Item() {
			left = append(left, c)
		}
	}
	b.Counts = left
	for i := 0; i < len(b.Intervals); {
		kind := b.Intervals[i].Kind
		has := o.Intervals.Of(kind)
		if len(has) > 0 && !t.Get(uint32(kind)).Set {
			has = Intervals{{Kind: kind}}
		}
		for _, x := range has {
			b.Intervals.Remove(x)
		}
		i = b.Intervals.search(kind+1, 0)
	}
	b.refreshFlags(t)
}

// isApart reports whether b and o have no kind in common, as far as the first and the last kinds of
// each tell.
func (b *Bag) isApart(o *Bag) bool {
	x, y := b.Counts, o.Counts
	if len(x) > 0 && len(y) > 0 && x[0].Item() <= y[len(y)-1].Item() && y[0].Item() <= x[len(x)-1].Item() {
		return false
	}
	v, w := b.Intervals, o.Intervals
	return len(v) == 0 || len(w) == 0 || v[0].Kind > w[len(w)-1].Kind || w[0].Kind > v[len(v)-1].Kind
}
