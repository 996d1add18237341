package resource

// SetFree makes b what an agent can still offer: its total less what is in
// use. Shared volumes stay available however often they are in use
// (Slave::updateAvailable).
func (b *Bag) SetFree(total, used *Bag, t *Kinds) {
	b.CopyFrom(total)
	b.Take(used, t)
}

// Take takes o out of b, but for shared items.
func (b *Bag) Take(o *Bag, t *Kinds) {
	if o.Flags&Shared == 0 {
		b.Sub(o, t)
		return
	}
	plain := o.unshared(t)
	b.Sub(&plain, t)
}

// Give puts o into b, but for shared items.
func (b *Bag) Give(o *Bag, t *Kinds) {
	if o.Flags&Shared == 0 {
		b.Add(o)
		return
	}
	plain := o.unshared(t)
	b.Add(&plain)
}

// Covers reports whether b holds all of o that is not shared.
func (b *Bag) Covers(o *Bag, t *Kinds) bool {
	if o.Flags&Shared == 0 {
		return b.Contains(o)
	}
	plain := o.unshared(t)
	return b.Contains(&plain)
}

// unshared returns b without its shared items, with b's intervals.
func (b *Bag) unshared(t *Kinds) Bag {
	out := b.countsIf(func(c Count) bool { return c.Flags()&Shared == 0 })
	out.Intervals = b.Intervals
	for _, x := range b.Intervals {
		out.Flags |= t.Flags(uint32(x.Kind))
	}
	return out
}

// Quantities returns what of x changes quantities in a total that x was applied to: a
// shared volume counts there once, however many copies there are.
func (x *Difference) Quantities(total *Bag) Difference {
	d := *x
	if d.Gone.Flags&Shared != 0 {
		d.Gone = d.Gone.countsIf(func(c Count) bool { return c.Flags()&Shared == 0 || total.Of(c.Item()) == 0 })
	}
	if d.Come.Flags&Shared != 0 {
		d.Come = d.Come.countsIf(func(c Count) bool { return c.Flags()&Shared == 0 || total.Of(c.Item()) == c.N })
	}
	return d
}

// countsIf returns the counts of b that are wanted.
func (b *Bag) countsIf(wanted func(Count) bool) Bag {
	var out Bag
	for _, c := range b.Counts {
		if wanted(c) {
			out.Counts = append(out.Counts, c)
			out.Flags |= c.Flags()
		}
	}
	return out
}
