package container

import (
	"math/bits"
	"slices"
)

// Numbered gives elements numbers that others may keep after the element is gone. It gives
// numbers out in turn: the next element gets the next free number, and after the last comes
// 0. Memory is in proportion to the elements. A removed number comes again after at least
// numbers/2 - m additions, where m is the most elements that there are meanwhile.
//
// An addition or removal moves other elements: keep no pointer to one across it. The zero
// value is empty and has all numbers below 1<<31. Whoever stores a Numbered stores next,
// round and the resting numbers: the next number depends on them.
//
// Invariants:
//  1. a block has as many elements as bits in taken, in the order of their numbers;
//  2. no number is both taken and resting;
//  3. a stretch of blocks without a bit in either is nil.
type Numbered[T any] struct {
	stretches []*stretch[T]
	next      uint32 // where the search for a free number begins
	round     bool   // numbers have come round
	last      uint32 // the highest number, or 0 for maxNumber
	size      int
}

const (
	maxNumber    = 1<<31 - 1
	blockShift   = 6 // a bit in a word for each number
	blockNumbers = 1 << blockShift
	stretchShift = 6
	stretchSize  = 1 << stretchShift
)

type stretch[T any] struct {
	blocks [stretchSize]block[T]
	used   int // blocks with a bit in taken or resting
}

type block[T any] struct {
	taken    uint64 // numbers with an element
	resting  uint64 // numbers that are passed over the next time
	elements []T
}

// NewNumbered returns an empty Numbered of the numbers that have so many bits.
func NewNumbered[T any](bits uint) Numbered[T] { return Numbered[T]{last: 1<<bits - 1} }

// mask is the highest number.
func (t *Numbered[T]) mask() uint32 {
	if t.last != 0 {
		return t.last
	}
	return maxNumber
}

// Len returns how many elements there are.
func (t *Numbered[T]) Len() int { return t.size }

// GivenOut reports whether there has been an element of that number.
func (t *Numbered[T]) GivenOut(n uint32) bool { return n < t.next || t.round && n <= t.mask() }

// at returns the block of a number, or nil.
func (t *Numbered[T]) at(n uint32) *block[T] {
	i := int(n >> (blockShift + stretchShift))
	if i >= len(t.stretches) || t.stretches[i] == nil {
		return nil
	}
	return &t.stretches[i].blocks[n>>blockShift%stretchSize]
}

// Get returns the element of a number, or nil if there is none.
func (t *Numbered[T]) Get(n uint32) *T {
	b := t.at(n)
	if b == nil || b.taken>>(n%blockNumbers)&1 == 0 {
		return nil
	}
	return &b.elements[b.rank(n)]
}

// At is Get for a number that has an element.
func (t *Numbered[T]) At(n uint32) *T {
	b := &t.stretches[n>>(blockShift+stretchShift)].blocks[n>>blockShift%stretchSize]
	return &b.elements[b.rank(n)]
}

// rank returns how many elements are before that of n.
func (b *block[T]) rank(n uint32) int {
	return bits.OnesCount64(b.taken & (1<<(n%blockNumbers) - 1))
}

// Add adds an element and returns its number. Fewer than half of the numbers must
// be taken.
func (t *Numbered[T]) Add(x T) uint32 {
	n := t.nextFree()
	t.insert(n, x)
	t.next = (n + 1) & t.mask()
	t.round = t.round || t.next == 0
	return n
}

// insert enters an element under a number that is free.
func (t *Numbered[T]) insert(n uint32, x T) {
	b := t.open(n)
	i := b.rank(n)
	if len(b.elements) == cap(b.elements) {
		b.elements = append(make([]T, 0, min(2*len(b.elements)+4, blockNumbers)), b.elements...)
	}
	b.elements = slices.Insert(b.elements, i, x)
	b.taken |= 1 << (n % blockNumbers)
	t.size++
}

// nextFree returns the next number that is neither taken nor resting, and ends the
// rest of those that it passes.
func (t *Numbered[T]) nextFree() uint32 {
	for n := t.next; ; {
		b := t.at(n)
		if b == nil {
			return n
		}
		from := ^uint64(0) << (n % blockNumbers)
		free := ^(b.taken | b.resting) & from
		end := bits.TrailingZeros64(free)
		if end < blockNumbers {
			t.rested(n, b, from&(1<<end-1))
			return n&^(blockNumbers-1) | uint32(end)
		}
		t.rested(n, b, from)
		n = (n&^(blockNumbers-1) + blockNumbers) & t.mask()
		t.round = t.round || n == 0
	}
}

// rested ends the rest of some numbers of b, the block of n.
func (t *Numbered[T]) rested(n uint32, b *block[T], numbers uint64) {
	if b.resting&numbers != 0 {
		b.resting &^= numbers
		t.close(n, b)
	}
}

// open returns the block of a number that is about to be used.
func (t *Numbered[T]) open(n uint32) *block[T] {
	i := int(n >> (blockShift + stretchShift))
	for i >= len(t.stretches) {
		t.stretches = append(t.stretches, nil)
	}
	if t.stretches[i] == nil {
		t.stretches[i] = new(stretch[T])
	}
	s := t.stretches[i]
	b := &s.blocks[n>>blockShift%stretchSize]
	if b.taken|b.resting == 0 {
		s.used++
	}
	return b
}

// close gives the memory back that b, the block of n, no longer needs.
func (t *Numbered[T]) close(n uint32, b *block[T]) {
	if b.taken|b.resting != 0 {
		return
	}
	b.elements = nil
	i := n >> (blockShift + stretchShift)
	t.stretches[i].used--
	if t.stretches[i].used == 0 {
		t.stretches[i] = nil
	}
}

// Remove removes the element of a number.
func (t *Numbered[T]) Remove(n uint32) {
	b := t.at(n)
	i := b.rank(n)
	b.elements = slices.Delete(b.elements, i, i+1)
	if len(b.elements) <= cap(b.elements)/4 {
		b.elements = append(make([]T, 0, len(b.elements)), b.elements...)
	}
	b.taken &^= 1 << (n % blockNumbers)
	t.size--
	// Were its turn near, it would come again soon.
	if (n-t.next)&t.mask() < t.mask()/2 {
		b.resting |= 1 << (n % blockNumbers)
	}
	t.close(n, b)
}

// All ranges over the numbers that have an element, in ascending order, and the
// elements. The one at hand may be removed meanwhile.
func (t *Numbered[T]) All(yield func(n uint32, x *T) bool) {
	for i, s := range t.stretches {
		if s == nil {
			continue
		}
		for j := range s.blocks {
			b := &s.blocks[j]
			first := uint32(i<<stretchShift+j) << blockShift
			for w := b.taken; w != 0; w &= w - 1 {
				n := first + uint32(bits.TrailingZeros64(w))
				if !yield(n, &b.elements[b.rank(n)]) {
					return
				}
			}
		}
	}
}

// HasAll reports whether every number from first to last has an element.
func (t *Numbered[T]) HasAll(first, last uint32) bool {
	for n := first; ; {
		b := t.at(n)
		if b == nil {
			return false
		}
		end := min(last, n|(blockNumbers-1))
		asked := ^uint64(0) << (n % blockNumbers) & (^uint64(0) >> (blockNumbers - 1 - end%blockNumbers))
		if asked&^b.taken != 0 {
			return false
		}
		if end == last {
			return true
		}
		n = end + 1
	}
}
