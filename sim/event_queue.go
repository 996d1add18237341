package sim

import (
	"container/heap"

	"github.com/apportion/apportion/core/alloc"
)

// eventKind tells events apart.
type eventKind uint8

const (
	scenarioEvent  eventKind = iota // a: index in the scenario's changes
	frameworkStart                  // a: framework
	frameworkStop                   // a: framework
	taskArrival                     // a: framework, b: kind of its tasks, gen: the framework's
	taskEnd                         // a: task, gen: its
	answerDue                       // a: batch of offers
	offersTimeOut                   // a: batch of offers
	patienceEnds                    // a: framework, gen: of its wait
	machinesBack                    // a: index in the list of those away
	machineFails                    // a: machine, gen: its stay
	recallFollowed                  // all that is to be given back at the time
)

type event struct {
	at   alloc.Time
	seq  uint64 // events of one time come in the order in which they were made
	a, b int32
	gen  uint32 // where there is one: if what the event is about has another by then, nothing happens
	kind eventKind
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
type events []event

func (l events) Len() int           { return len(l) }
func (l events) Less(i, k int) bool { return l[i].before(&l[k]) }
func (l events) Swap(i, k int)      { l[i], l[k] = l[k], l[i] }
func (l *events) Push(e any)        { *l = append(*l, e.(event)) }

func (l *events) Pop() any {
	last := (*l)[len(*l)-1]
	*l = (*l)[:len(*l)-1]
	return last
}

func (c *eventQueue) push(e event) {
	c.seq++
	e.seq = c.seq
	heap.Push(&c.heap, e)
}

// next is the time of the next event, or never.
func (c *eventQueue) next() alloc.Time {
	if len(c.heap) == 0 {
		return never
	}
	return c.heap[0].at
}

func (c *eventQueue) pop() event { return heap.Pop(&c.heap).(event) }
