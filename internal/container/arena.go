package container

// Arena hands out short slices that their owners keep for good: dozens of owners share one
// allocation. It takes nothing back. The zero value is ready.
type Arena[T any] struct {
	rest []T // of the chunk that is handed out
}

// arenaChunk is how many elements are allocated at once. More would only be
// kept longer by the last one in use.
const arenaChunk = 1024

// Take returns an empty slice with room for n elements, and no more.
func (r *Arena[T]) Take(n int) []T {
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
