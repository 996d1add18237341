package core

// arena hands out short slices for what stays: the resources of an agent, its
// names. An allocation is then shared by dozens of agents, instead of half a
// dozen being made for each. What was handed out is never taken back: its owner
// keeps it for the next use of the slot.
type arena[T any] struct {
	rest []T // of the chunk that is handed out
}

// arenaChunk is how many elements are allocated at once. More would only be
// kept longer by the last one in use.
const arenaChunk = 1024

// take returns an empty slice with room for n elements.
func (r *arena[T]) take(n int) []T {
	if n > arenaChunk/8 {
		return make([]T, 0, n)
	}
	if n > len(r.rest) {
		r.rest = make([]T, arenaChunk)
	}
	out := r.rest[:0:n]
	r.rest = r.rest[n:]
	return out
}

// arenas is the memory of agents.
type arenas struct {
	counts arena[count]
	spans  arena[span]
	text   arena[byte]
}

// fit makes room in b for all that o holds.
func (b *bag) fit(o *bag, r *arenas) {
	if cap(b.counts) < len(o.counts) {
		b.counts = append(r.counts.take(len(o.counts)), b.counts...)
	}
	if cap(b.spans) < len(o.spans) {
		b.spans = append(r.spans.take(len(o.spans)), b.spans...)
	}
}
