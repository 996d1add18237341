package order

// Heaps of entries: the frontier of an iteration, the clients of a selection. They compare
// entries in place, without a call or a branch. A generic container would call its compare
// function through a table and be slower (BenchmarkSelection).

// arity is the number of children of a place in a heap: 128 bytes of them.
const arity = 4

// rise moves the last entry of a heap up to its place.
func rise(heap []entry) []entry {
	pos := len(heap) - 1
	e := heap[pos]
	for pos > 0 {
		up := (pos - 1) / arity
		if !e.before(&heap[up]) {
			break
		}
		heap[pos] = heap[up]
		pos = up
	}
	heap[pos] = e
	return heap
}

// removeFirst removes the first entry of a heap.
func removeFirst(heap []entry) []entry {
	last := len(heap) - 1
	heap[0] = heap[last]
	heap = heap[:last]
	if last > 0 {
		sink(heap)
	}
	return heap
}

// sink moves the first entry of a heap down to its place.
func sink(heap []entry) {
	e := heap[0]
	pos := 0
	for {
		first := pos*arity + 1
		if first >= len(heap) {
			break
		}
		least := leastChild(heap, first)
		if !heap[least].before(&e) {
			break
		}
		heap[pos] = heap[least]
		pos = least
	}
	heap[pos] = e
}

// leastChild returns the position of the least of the up to four entries from first on. It computes
// the position without a branch, since a processor cannot foresee which entry is the least.
func leastChild(heap []entry, first int) int {
	if first+arity > len(heap) {
		least := first
		for i := first + 1; i < len(heap); i++ {
			if heap[i].before(&heap[least]) {
				least = i
			}
		}
		return least
	}
	c := (*[arity]entry)(heap[first:])
	low := precedes(&c[1], &c[0])
	high := 2 + precedes(&c[3], &c[2])
	return first + int(low+(high-low)*precedes(&c[high&3], &c[low&3]))
}
