package core

// slab is a growable array of T with stable addresses: it grows by whole
// chunks, so adding the 50,001st agent allocates one chunk and copies nothing.
type slab[T any] struct {
	chunks []*[slabChunk]T
	size   int
}

const (
	slabShift = 9
	slabChunk = 1 << slabShift
)

// at returns the element at index i, which must be below len.
func (s *slab[T]) at(i uint32) *T {
	return &s.chunks[i>>slabShift][i&(slabChunk-1)]
}

func (s *slab[T]) len() int { return s.size }

// push appends a zero element and returns its index.
func (s *slab[T]) push() uint32 {
	if s.size == len(s.chunks)*slabChunk {
		s.chunks = append(s.chunks, new([slabChunk]T))
	}
	s.size++
	return uint32(s.size - 1)
}

// pool is a slab whose elements can be given back. A freed slot is reused
// before the slab grows; what the element held (slices with their capacity)
// stays in place for its next owner.
type pool[T any] struct {
	slab[T]
	free []uint32
}

func (p *pool[T]) take() uint32 {
	if n := len(p.free); n > 0 {
		i := p.free[n-1]
		p.free = p.free[:n-1]
		return i
	}
	return p.push()
}

func (p *pool[T]) give(i uint32) { p.free = append(p.free, i) }

// live counts the elements taken and not given back.
func (p *pool[T]) live() int { return p.size - len(p.free) }
