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
	at   Time
	slot agentSlot
}

func (q *deadlineQueue) first() (agentSlot, Time, bool) {
	if len(q.heap) == 0 {
		return 0, 0, false
	}
	return q.heap[0].slot, q.heap[0].at, true
}

// put sets an agent's deadline.
func (q *deadlineQueue) put(slot agentSlot, at Time) {
	for int(slot) >= len(q.pos) {
		q.pos = append(q.pos, -1)
	}
	i := q.pos[slot]
	if i < 0 {
		i = int32(len(q.heap))
		q.heap = append(q.heap, agentDeadline{})
		q.agents.set(slot)
	}
	q.place(int(i), agentDeadline{at, slot})
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
	for i > 0 && d.at < q.heap[(i-1)/2].at {
		q.place(i, q.heap[(i-1)/2])
		i = (i - 1) / 2
	}
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			break
		}
		if child+1 < len(q.heap) && q.heap[child+1].at < q.heap[child].at {
			child++
		}
		if d.at <= q.heap[child].at {
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
func (a *Allocator) NextDeadline() (at Time, ok bool) {
	at = math.MaxInt64
	if a.options.Interval > 0 {
		at = a.nextTick
	}
	for _, t := range a.resumeAt {
		at = min(at, t)
	}
	if _, due, ok := a.deadlines.first(); ok {
		at = min(at, due)
	}
	return at, at != math.MaxInt64
}

// Advance tells the allocator the time: filters end that are due, recovery
// stops waiting, and the periodic allocation makes every agent a candidate.
// Whether a cycle is now due, Pending says.
//
// A filter that lasts for one interval still holds in a periodic allocation at
// the very time of its end; a longer one does not.
func (a *Allocator) Advance(now Time) {
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
	if a.options.Interval > 0 && a.nextTick <= a.now {
		a.nextTick = a.now.Add(a.options.Interval)
		a.requestAll()
	}
	if !a.pending {
		a.expireFilters(a.now.Add(behindTick))
	}
}
