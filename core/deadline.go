package core

import "math"

// deadlineQueue is a heap of agents by the earliest deadline of a filter for
// them, at most one place per agent.
type deadlineQueue struct {
	heap   []agentDeadline
	pos    []int32 // place in heap by agent, -1 if absent
	agents bitset  // those that are present
}

type agentDeadline struct {
	nanos int64
	slot  agentSlot
}

func (q *deadlineQueue) first() (agentSlot, int64, bool) {
	if len(q.heap) == 0 {
		return 0, 0, false
	}
	return q.heap[0].slot, q.heap[0].nanos, true
}

// put sets an agent's deadline.
func (q *deadlineQueue) put(slot agentSlot, nanos int64) {
	for int(slot) >= len(q.pos) {
		q.pos = append(q.pos, -1)
	}
	i := q.pos[slot]
	if i < 0 {
		i = int32(len(q.heap))
		q.heap = append(q.heap, agentDeadline{})
		q.agents.set(slot)
	}
	q.place(int(i), agentDeadline{nanos, slot})
	q.fix(int(i))
}

func (q *deadlineQueue) remove(slot agentSlot) {
	if !q.agents.has(slot) {
		return
	}
	q.agents.clear(slot)
	i := int(q.pos[slot])
	last := len(q.heap) - 1
	q.pos[slot] = -1
	moved := q.heap[last]
	q.heap = q.heap[:last]
	if i < last {
		q.place(i, moved)
		q.fix(i)
	}
}

func (q *deadlineQueue) place(i int, d agentDeadline) {
	q.heap[i] = d
	q.pos[d.slot] = int32(i)
}

// fix moves the element at i up or down to its place.
func (q *deadlineQueue) fix(i int) {
	d := q.heap[i]
	for i > 0 && d.nanos < q.heap[(i-1)/2].nanos {
		q.place(i, q.heap[(i-1)/2])
		i = (i - 1) / 2
	}
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			break
		}
		if child+1 < len(q.heap) && q.heap[child+1].nanos < q.heap[child].nanos {
			child++
		}
		if d.nanos <= q.heap[child].nanos {
			break
		}
		q.place(i, q.heap[child])
		i = child
	}
	q.place(i, d)
}

// NextDeadline returns the time of the next thing that happens by itself:
// the periodic allocation, the end of an offer filter, or the end of the wait
// for agents in recovery. ok is false if nothing is due ever.
// The host calls Advance then.
func (a *Allocator) NextDeadline() (nanos int64, ok bool) {
	nanos = math.MaxInt64
	if a.options.IntervalNanos > 0 {
		nanos = a.nextTick
	}
	for _, t := range a.resumeAt {
		nanos = min(nanos, t)
	}
	if _, due, ok := a.deadlines.first(); ok {
		nanos = min(nanos, due)
	}
	return nanos, nanos != math.MaxInt64
}

// Advance tells the allocator the time: filters end that are due, recovery
// stops waiting, and the periodic allocation makes every agent a candidate.
// Whether a cycle is now due, Pending says.
//
// A filter that lasts for one interval still holds in a periodic allocation at
// the very time of its end; a longer one does not.
func (a *Allocator) Advance(now int64) {
	if checking {
		defer a.verify()
	}
	a.tell(now)
	a.expireFilters(a.now)
	kept := a.resumeAt[:0]
	for _, t := range a.resumeAt {
		if t <= a.now {
			a.paused = false
		} else {
			kept = append(kept, t)
		}
	}
	a.resumeAt = kept
	if a.options.IntervalNanos > 0 && a.nextTick <= a.now {
		a.nextTick = a.now + a.options.IntervalNanos
		a.requestAll()
	}
	if !a.pending {
		a.expireFilters(a.now + behindTick)
	}
}
