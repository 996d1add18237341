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

// Pool is a Slab of Slots. What an element held (slices with their capacity) stays in place for the
// slot's next owner.
type Pool[S ~uint32, T any] struct {
	Slab[S, T]
	slots   Slots
	retired int
}

// Take returns a slot for an element.
func (p *Pool[S, T]) Take() S {
	slot := S(p.slots.Take())
	if int(slot) == p.size {
		p.Push()
	}
	return slot
}

// Give gives a slot back that was taken.
func (p *Pool[S, T]) Give(slot S) { p.slots.Give(uint32(slot)) }

// Retire ends the use of a slot that was taken, for good.
func (p *Pool[S, T]) Retire(S) { p.retired++ }

// Upcoming returns the slot that Take will return after n other calls of it, if the vacant ones lie
// side by side.
func (p *Pool[S, T]) Upcoming(n int) (slot S, ok bool) {
	next, ok := p.slots.vacant.NextFrom(p.slots.next + uint32(n))
	return S(next), ok
}

// Live returns the number of elements taken and not given back or retired.
func (p *Pool[S, T]) Live() int { return p.slots.Live() - p.retired }
