package container

import "slices"

// SparseBitSet is a BitSet that has only the words with a member: its memory is in proportion
// to its members, and not to the highest of them. Without gaps it is as fast as a BitSet. The
// zero value is empty.
//
// Invariants:
//  1. places ascend; words[i] is word places[i] of the set;
//  2. no word is 0.
type SparseBitSet[S Number] struct {
	words  BitSet[S]
	places []uint32
}

// fewWords is how many words a SparseBitSet keeps room for without shrinking.
const fewWords = 8

// find returns where the word of a place is, or belongs. Without gaps it would be at index place;
// each gap before it moves it back by one.
func (b *SparseBitSet[S]) find(place uint32) (i int, ok bool) {
	n := len(b.places)
	if n == 0 || b.places[n-1] < place {
		return n, false
	}
	gaps := int(b.places[n-1]) - (n - 1)
	low := max(0, int(place)-gaps)
	i, ok = slices.BinarySearch(b.places[low:min(n, int(place)+1)], place)
	return low + i, ok
}

// Has reports whether x is a member. There are none if b is nil.
func (b *SparseBitSet[S]) Has(x S) bool {
	if b == nil {
		return false
	}
	i, ok := b.find(uint32(x >> 6))
	return ok && b.words[i]&(1<<(x&63)) != 0
}

// Set adds x.
func (b *SparseBitSet[S]) Set(x S) {
	i, ok := b.find(uint32(x >> 6))
	if !ok {
		b.places, b.words = slices.Insert(b.places, i, uint32(x>>6)), slices.Insert(b.words, i, 0)
	}
	b.words[i] |= 1 << (x & 63)
}

// Clear removes x.
func (b *SparseBitSet[S]) Clear(x S) {
	i, ok := b.find(uint32(x >> 6))
	if !ok {
		return
	}
	b.words[i] &^= 1 << (x & 63)
	if b.words[i] == 0 {
		b.places = Shrink(slices.Delete(b.places, i, i+1), fewWords)
		b.words = Shrink(slices.Delete(b.words, i, i+1), fewWords)
	}
}

// Reset removes all members.
func (b *SparseBitSet[S]) Reset() {
	b.places, b.words = Shrink(b.places[:0], fewWords), Shrink(b.words[:0], fewWords)
}

// SubtractFrom removes the members from o. There are none if b is nil.
func (b *SparseBitSet[S]) SubtractFrom(o BitSet[S]) {
	if b == nil || len(b.places) == 0 {
		return
	}
	if n := len(b.places); int(b.places[n-1]) == n-1 { // no gaps
		o.Subtract(b.words)
		return
	}
	for i, place := range b.places {
		if int(place) >= len(o) {
			break
		}
		o[place] &^= b.words[i]
	}
}

// Empty reports whether b has no member, or is nil.
func (b *SparseBitSet[S]) Empty() bool { return b == nil || len(b.places) == 0 }

// Count returns the number of members, 0 if b is nil, in time linear in them.
func (b *SparseBitSet[S]) Count() int {
	if b == nil {
		return 0
	}
	return b.words.Count()
}

// Append appends the members, none if b is nil, to dst in ascending order and returns it.
func (b *SparseBitSet[S]) Append(dst []S) []S {
	if b == nil {
		return dst
	}
	for i, place := range b.places {
		dst = AppendWord(dst, int(place), b.words[i])
	}
	return dst
}
