package container

// Slab is a growable array of T, indexed by slots S, with stable addresses. It grows by whole
// chunks, so that the 50,001st element allocates one chunk and copies nothing.
// The zero value is empty.
type Slab[S ~uint32, T any] struct {
	chunks []*[slabChunk]T
	size   int
}

const (
	slabShift = 9
	slabChunk = 1 << slabShift
)

// At returns the element in slot i, which must be below Len. Its address never
// changes.
func (s *Slab[S, T]) At(i S) *T {
	return &s.chunks[i>>slabShift][i&(slabChunk-1)]
}

// Len returns the number of elements, those given back to a Pool included.
func (s *Slab[S, T]) Len() int { return s.size }

// Push appends a zero element and returns its slot.
func (s *Slab[S, T]) Push() S {
	if s.size == len(s.chunks)*slabChunk {
		s.chunks = append(s.chunks, new([slabChunk]T))
	}
	s.size++
	return S(s.size - 1)
}

// Pool is a Slab whose elements can be given back. A free slot is reused before
// the slab grows; what the element held (slices with their capacity) stays in
// place for its next owner.
type Pool[S ~uint32, T any] struct {
	Slab[S, T]
	free    []S
	retired int
}

// Take returns a slot for an element: the one given back last, or a new one.
func (p *Pool[S, T]) Take() S {
	if n := len(p.free); n > 0 {
		i := p.free[n-1]
		p.free = p.free[:n-1]
		return i
	}
	return p.Push()
}

// Give gives a slot back that was taken.
func (p *Pool[S, T]) Give(i S) { p.free = append(p.free, i) }

// Retire ends the use of a slot that was taken, for good.
func (p *Pool[S, T]) Retire(S) { p.retired++ }

// Upcoming returns the slot that Take will return after n other calls of it, if
// that is known: if there are as many slots to reuse.
func (p *Pool[S, T]) Upcoming(n int) (i S, ok bool) {
	if n >= len(p.free) {
		return 0, false
	}
	return p.free[len(p.free)-1-n], true
}

// Live returns the number of elements taken and not given back or retired.
func (p *Pool[S, T]) Live() int { return p.size - len(p.free) - p.retired }
