package resource

// Difference is a change of a bag: Gone is taken out, Come is put in.
//
// Invariant: no item and no number in a range is in both.
type Difference struct {
	Gone, Come Bag
}

// Between makes x the difference that turns old into fresh.
func (x *Difference) Between(old, fresh *Bag, t *Kinds) {
	x.Gone.CopyFrom(old)
	x.Gone.Sub(fresh, t)
	x.Come.CopyFrom(fresh)
	x.Come.Sub(old, t)
}

// Empty reports whether nothing is taken out or put in.
func (x *Difference) Empty() bool { return x.Gone.Empty() && x.Come.Empty() }

// Equal reports whether x and o take out and put in the same.
func (x *Difference) Equal(o *Difference) bool {
	return x.Gone.Equal(&o.Gone) && x.Come.Equal(&o.Come)
}

// Apply applies x to b, which contains x.Gone; that is not checked. Whoever changes an agent's total calls it
// (Agents.ChangeTotal).
func (b *Bag) Apply(x *Difference, t *Kinds) {
	b.Sub(&x.Gone, t)
	b.Add(&x.Come)
}
