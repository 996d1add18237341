package core

import "math/bits"

// bitset is a set of small integers, 64 to a word. The zero value is empty;
// bits beyond its length read as clear.
type bitset []uint64

func (b bitset) has(i uint32) bool {
	w := int(i >> 6)
	return w < len(b) && b[w]&(1<<(i&63)) != 0
}

func (b *bitset) set(i uint32) {
	b.grow(i)
	(*b)[i>>6] |= 1 << (i & 63)
}

func (b bitset) clear(i uint32) {
	if w := int(i >> 6); w < len(b) {
		b[w] &^= 1 << (i & 63)
	}
}

// put sets or clears bit i.
func (b *bitset) put(i uint32, on bool) {
	if on {
		b.set(i)
	} else {
		b.clear(i)
	}
}

// grow makes room for bit i without setting it.
func (b *bitset) grow(i uint32) {
	for int(i>>6) >= len(*b) {
		*b = append(*b, 0)
	}
}

// copyFrom makes b equal to o.
func (b *bitset) copyFrom(o bitset) { *b = append((*b)[:0], o...) }

func (b bitset) reset() { clear(b) }

// unite adds the bits of o.
func (b *bitset) unite(o bitset) {
	for len(*b) < len(o) {
		*b = append(*b, 0)
	}
	for i, w := range o {
		(*b)[i] |= w
	}
}

// subtract removes the bits of o.
func (b bitset) subtract(o bitset) {
	for i, w := range o[:min(len(b), len(o))] {
		b[i] &^= w
	}
}

func (b bitset) count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

func (b bitset) empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

// disjoint reports whether no bit is in both.
func (b bitset) disjoint(o bitset) bool {
	for i, w := range b {
		if w&o.word(i) != 0 {
			return false
		}
	}
	return true
}

// word returns the i-th 64 bits, zero beyond the end.
func (b bitset) word(i int) uint64 {
	if i < len(b) {
		return b[i]
	}
	return 0
}

// appendSet appends the members of b to dst in ascending order.
func (b bitset) appendSet(dst []uint32) []uint32 {
	for i, w := range b {
		dst = appendWord(dst, i, w)
	}
	return dst
}

func appendWord(dst []uint32, i int, w uint64) []uint32 {
	for w != 0 {
		dst = append(dst, uint32(i<<6+bits.TrailingZeros64(w)))
		w &= w - 1
	}
	return dst
}
