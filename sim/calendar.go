package sim

import "github.com/apportion/apportion/core"

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
)

type event struct {
	at   core.Time
	seq  uint64 // events of one time come in the order in which they were made
	a, b int32
	gen  uint32
	kind eventKind
}

func (e *event) before(o *event) bool {
	return e.at < o.at || e.at == o.at && e.seq < o.seq
}

// A calendar is a heap of events, the next one first.
type calendar struct {
	heap []event
	seq  uint64
}

func (c *calendar) push(e event) {
	c.seq++
	e.seq = c.seq
	c.heap = append(c.heap, e)
	for i := len(c.heap) - 1; i > 0; {
		parent := (i - 1) / 4
		if !c.heap[i].before(&c.heap[parent]) {
			break
		}
		c.heap[i], c.heap[parent] = c.heap[parent], c.heap[i]
		i = parent
	}
}

// next is the time of the next event, or never.
func (c *calendar) next() core.Time {
	if len(c.heap) == 0 {
		return never
	}
	return c.heap[0].at
}

func (c *calendar) pop() event {
	top := c.heap[0]
	last := len(c.heap) - 1
	c.heap[0] = c.heap[last]
	c.heap = c.heap[:last]
	for i := 0; ; {
		least := i
		for child := 4*i + 1; child <= 4*i+4 && child < last; child++ {
			if c.heap[child].before(&c.heap[least]) {
				least = child
			}
		}
		if least == i {
			return top
		}
		c.heap[i], c.heap[least] = c.heap[least], c.heap[i]
		i = least
	}
}
