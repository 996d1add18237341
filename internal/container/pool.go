package container

// Pool is a growable array of T, indexed by slots S that are given out and back, with stable addresses. It
// grows by whole chunks, so that the 50,001st element allocates one chunk and copies nothing. What an element
// held (slices with their capacity) stays in place for the slot's next owner. The zero value is empty.
type Pool[S ~uint32, T any] struct {
	chunks  []*[poolChunk]T
	slots   Slots
	retired int
}

const (
	poolShift = 9
	poolChunk = 1 << poolShift
)

// At returns the element in slot i, which must be below Len. Its address never
// changes.
func (p *Pool[S, T]) At(i S) *T {
	return &p.chunks[i>>poolShift][i&(poolChunk-1)]
}

// Len returns the number of elements, those given back included.
func (p *Pool[S, T]) Len() int { return p.slots.Len() }

// Take returns a slot for an element.
func (p *Pool[S, T]) Take() S {
	slot := S(p.slots.Take())
	if int(slot) == len(p.chunks)*poolChunk {
		p.chunks = append(p.chunks, new([poolChunk]T))
	}
	return slot
}

// Give gives a slot back that was taken.
func (p *Pool[S, T]) Give(slot S) { p.slots.Give(uint32(slot)) }

// Retire ends the use of a slot that was taken, whichever it is, for good: Take never returns it again.
func (p *Pool[S, T]) Retire() { p.retired++ }

// Upcoming returns the slot that Take will return after n other calls of it, if the vacant ones lie
// side by side.
func (p *Pool[S, T]) Upcoming(n int) (slot S, ok bool) {
	next, ok := p.slots.vacant.NextFrom(p.slots.next + uint32(n))
	return S(next), ok
}

// Live returns the number of elements taken and not given back or retired.
func (p *Pool[S, T]) Live() int { return p.slots.Live() - p.retired }
