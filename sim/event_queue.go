package sim

import (
	"container/heap"

	"github.com/apportion/apportion/core/alloc"
)

// An event is something that happens at a time. What it is about may have changed by then: where that matters, the call
// looks.
type event struct {
	at  alloc.Time
	seq uint64 // events of one time come in the order in which they were made
	do  func()
}

func (e *event) before(o *event) bool {
	return e.at < o.at || e.at == o.at && e.seq < o.seq
}

// An eventQueue is a heap of events, the next one first.
type eventQueue struct {
	heap events
	seq  uint64
}

// events implement heap.Interface.
type events []*event

func (l events) Len() int           { return len(l) }
func (l events) Less(i, k int) bool { return l[i].before(l[k]) }
func (l events) Swap(i, k int)      { l[i], l[k] = l[k], l[i] }
func (l *events) Push(e any)        { *l = append(*l, e.(*event)) }

func (l *events) Pop() any {
	last := (*l)[len(*l)-1]
	*l = (*l)[:len(*l)-1]
	return last
}

func (c *eventQueue) push(at alloc.Time, do func()) {
	c.seq++
	heap.Push(&c.heap, &event{at, c.seq, do})
}

// next is the time of the next event, or never.
func (c *eventQueue) next() alloc.Time {
	if len(c.heap) == 0 {
		return never
	}
	return c.heap[0].at
}

func (c *eventQueue) pop() *event { return heap.Pop(&c.heap).(*event) }
