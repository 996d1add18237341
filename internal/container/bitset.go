package container

import "math/bits"

// BitSet is a set of small numbers of one type, 64 to a word. The zero value is empty;
// bits beyond its length read as clear. The words may be read, and ranged over,
// by the caller.
type BitSet[S Number] []uint64

// Number is a type of numbers that a BitSet may have.
type Number interface{ ~uint16 | ~uint32 }

// Has reports whether i is a member.
func (b BitSet[S]) Has(i S) bool {
	w := int(i >> 6)
	return w < len(b) && b[w]&(1<<(i&63)) != 0
}

// Set adds i.
func (b *BitSet[S]) Set(i S) {
	b.Grow(i)
	(*b)[i>>6] |= 1 << (i & 63)
}

// Clear removes i.
func (b BitSet[S]) Clear(i S) {
	if w := int(i >> 6); w < len(b) {
		b[w] &^= 1 << (i & 63)
	}
}

// Put adds i if on is true and removes it otherwise.
func (b *BitSet[S]) Put(i S, on bool) {
	if on {
		b.Set(i)
	} else {
		b.Clear(i)
	}
}

// Grow makes room for i without adding it.
func (b *BitSet[S]) Grow(i S) {
	for int(i>>6) >= len(*b) {
		*b = append(*b, 0)
	}
}

// CopyFrom makes b equal to o.
func (b *BitSet[S]) CopyFrom(o BitSet[S]) { *b = append((*b)[:0], o...) }

// Reset removes all members and keeps the room for them.
func (b BitSet[S]) Reset() { clear(b) }

// Unite adds the members of o.
func (b *BitSet[S]) Unite(o BitSet[S]) {
	for len(*b) < len(o) {
		*b = append(*b, 0)
	}
	for i, w := range o {
		(*b)[i] |= w
	}
}

// Subtract removes the members of o.
func (b BitSet[S]) Subtract(o BitSet[S]) {
	for i, w := range o[:min(len(b), len(o))] {
		b[i] &^= w
	}
}

// RemoveWord removes the members that w stands for as the i-th word.
func (b BitSet[S]) RemoveWord(i int, w uint64) {
	if i < len(b) {
		b[i] &^= w
	}
}

// Count returns the number of members.
func (b BitSet[S]) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether there is no member.
func (b BitSet[S]) Empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

// Disjoint reports whether b and o have no member in common.
func (b BitSet[S]) Disjoint(o BitSet[S]) bool {
	for i, w := range b {
		if w&o.Word(i) != 0 {
			return false
		}
	}
	return true
}

// Word returns the members 64i to 64i+63 as the bits of a word, none beyond the
// set's length.
func (b BitSet[S]) Word(i int) uint64 {
	if i < len(b) {
		return b[i]
	}
	return 0
}

// All ranges over the members in ascending order.
func (b BitSet[S]) All(yield func(S) bool) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			if !yield(S(i<<6 + bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}

// NextFrom returns the first member from i on, if there is one.
func (b BitSet[S]) NextFrom(i S) (next S, ok bool) {
	from := ^uint64(0) << (i & 63)
	for w := int(i >> 6); w < len(b); w++ {
		if members := b[w] & from; members != 0 {
			return S(w<<6 + bits.TrailingZeros64(members)), true
		}
		from = ^uint64(0)
	}
	return 0, false
}

// Append appends the members to dst in ascending order and returns it.
func (b BitSet[S]) Append(dst []S) []S {
	for i, w := range b {
		dst = AppendWord(dst, i, w)
	}
	return dst
}

// AppendWord appends the members that w stands for as the i-th word of a set to
// dst, in ascending order, and returns it.
func AppendWord[S Number](dst []S, i int, w uint64) []S {
	for w != 0 {
		dst = append(dst, S(i<<6+bits.TrailingZeros64(w)))
		w &= w - 1
	}
	return dst
}
