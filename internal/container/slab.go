package container

// Slab is a growable array of T with stable addresses. It grows by whole
// chunks, so that the 50,001st element allocates one chunk and copies nothing.
// The zero value is empty.
type Slab[T any] struct {
	chunks []*[slabChunk]T
	size   int
}

const (
	slabShift = 9
	slabChunk = 1 << slabShift
)

// At returns the element in slot i, which must be below Len. Its address never
// changes.
func (s *Slab[T]) At(i uint32) *T {
	return &s.chunks[i>>slabShift][i&(slabChunk-1)]
}

// Len returns the number of elements, those given back to a Pool included.
func (s *Slab[T]) Len() int { return s.size }

// Push appends a zero element and returns its slot.
func (s *Slab[T]) Push() uint32 {
	if s.size == len(s.chunks)*slabChunk {
		s.chunks = append(s.chunks, new([slabChunk]T))
	}
	s.size++
	return uint32(s.size - 1)
}

// Pool is a Slab whose elements can be given back. A free slot is reused before
// the slab grows; what the element held (slices with their capacity) stays in
// place for its next owner.
type Pool[T any] struct {
	Slab[T]
	free    []uint32
	retired int
}

// Take returns a slot for an element: the one given back last, or a new one.
func (p *Pool[T]) Take() uint32 {
	if n := len(p.free); n > 0 {
		i := p.free[n-1]
		p.free = p.free[:n-1]
		return i
	}
	return p.Push()
}

// Give gives a slot back that was taken.
func (p *Pool[T]) Give(i uint32) { p.free = append(p.free, i) }

// Retire ends the use of a slot that was taken, for good.
func (p *Pool[T]) Retire(uint32) { p.retired++ }

// Upcoming returns the slot that Take will return after n other calls of it, if
// that is known: if there are as many slots to reuse.
func (p *Pool[T]) Upcoming(n int) (i uint32, ok bool) {
	if n >= len(p.free) {
		return 0, false
	}
	return p.free[len(p.free)-1-n], true
}

// Live returns the number of elements taken and not given back or retired.
func (p *Pool[T]) Live() int { return p.size - len(p.free) - p.retired }
