package container

import "math/bits"

// BitSet is a set of small integers, 64 to a word. The zero value is empty;
// bits beyond its length read as clear. The words may be read, and ranged over,
// by the caller.
type BitSet []uint64

// Has reports whether i is a member.
func (b BitSet) Has(i uint32) bool {
	w := int(i >> 6)
	return w < len(b) && b[w]&(1<<(i&63)) != 0
}

// Set adds i.
func (b *BitSet) Set(i uint32) {
	b.Grow(i)
	(*b)[i>>6] |= 1 << (i & 63)
}

// Clear removes i.
func (b BitSet) Clear(i uint32) {
	if w := int(i >> 6); w < len(b) {
		b[w] &^= 1 << (i & 63)
	}
}

// Put adds i if on is true and removes it otherwise.
func (b *BitSet) Put(i uint32, on bool) {
	if on {
		b.Set(i)
	} else {
		b.Clear(i)
	}
}

// Grow makes room for i without adding it.
func (b *BitSet) Grow(i uint32) {
	for int(i>>6) >= len(*b) {
		*b = append(*b, 0)
	}
}

// CopyFrom makes b equal to o.
func (b *BitSet) CopyFrom(o BitSet) { *b = append((*b)[:0], o...) }

// Reset removes all members and keeps the room for them.
func (b BitSet) Reset() { clear(b) }

// Unite adds the members of o.
func (b *BitSet) Unite(o BitSet) {
	for len(*b) < len(o) {
		*b = append(*b, 0)
	}
	for i, w := range o {
		(*b)[i] |= w
	}
}

// UniteWithout adds the members of o that are in neither x nor y.
func (b *BitSet) UniteWithout(o, x, y BitSet) {
	for len(*b) < len(o) {
		*b = append(*b, 0)
	}
	for i, w := range o {
		(*b)[i] |= w &^ x.Word(i) &^ y.Word(i)
	}
}

// Subtract removes the members of o.
func (b BitSet) Subtract(o BitSet) {
	for i, w := range o[:min(len(b), len(o))] {
		b[i] &^= w
	}
}

// RemoveWord removes the members that w stands for as the i-th word.
func (b BitSet) RemoveWord(i int, w uint64) {
	if i < len(b) {
		b[i] &^= w
	}
}

// Count returns the number of members.
func (b BitSet) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether there is no member.
func (b BitSet) Empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

// Disjoint reports whether b and o have no member in common.
func (b BitSet) Disjoint(o BitSet) bool {
	for i, w := range b {
		if w&o.Word(i) != 0 {
			return false
		}
	}
	return true
}

// Word returns the members 64i to 64i+63 as the bits of a word, none beyond the
// set's length.
func (b BitSet) Word(i int) uint64 {
	if i < len(b) {
		return b[i]
	}
	return 0
}

// All ranges over the members in ascending order.
func (b BitSet) All(yield func(uint32) bool) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			if !yield(uint32(i<<6 + bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}

// Append appends the members to dst in ascending order and returns it.
func (b BitSet) Append(dst []uint32) []uint32 {
	for i, w := range b {
		dst = AppendWord(dst, i, w)
	}
	return dst
}

// AppendWord appends the members that w stands for as the i-th word of a set to
// dst, in ascending order, and returns it.
func AppendWord(dst []uint32, i int, w uint64) []uint32 {
	for w != 0 {
		dst = append(dst, uint32(i<<6+bits.TrailingZeros64(w)))
		w &= w - 1
	}
	return dst
}
