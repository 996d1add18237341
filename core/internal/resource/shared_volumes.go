package resource

// SetFree makes b = total - used, the resources that an agent can still offer. Shared
// volumes stay available however often they are used (Slave::updateAvailable).
func (b *Bag) SetFree(total, used *Bag, t *Kinds) {
	b.CopyFrom(total)
	b.Take(used, t)
}

// Take takes o, without its shared items, out of b.
func (b *Bag) Take(o *Bag, t *Kinds) { b.Sub(o.unshared(t), t) }

// Give puts o, without its shared items, into b.
func (b *Bag) Give(o *Bag, t *Kinds) { b.Add(o.unshared(t)) }

// Covers reports whether b holds all of o but its shared items.
func (b *Bag) Covers(o *Bag, t *Kinds) bool { return b.Contains(o.unshared(t)) }

// unshared returns b; or, if b has shared items, what else it has. The result shares b's intervals.
func (b *Bag) unshared(t *Kinds) *Bag {
	if b.Flags&Shared == 0 { // small enough to be inlined
		return b
	}
	return b.withoutShared(t)
}

func (b *Bag) withoutShared(t *Kinds) *Bag {
	out := b.countsIf(func(c Count) bool { return c.Flags()&Shared == 0 })
	out.Intervals = b.Intervals
	for _, x := range b.Intervals {
		out.Flags |= t.Flags(uint32(x.Kind))
	}
	return &out
}

// Quantities returns the part of x that changes the amounts of total, to which x was applied. Of
// the copies of a shared volume, only the first that comes and the last that goes change amounts.
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
