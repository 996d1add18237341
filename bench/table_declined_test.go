package bench

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// declinedWorld is a cluster in which every framework has refused every agent
// for good.
type declinedWorld struct {
	*World
	filters int
	shrunk  bool
}

// bytesPerFilter is the heap that one filter takes, known once a
// declinedWorld has been made.
var bytesPerFilter float64

// newDeclinedWorld makes every framework refuse every agent for good, outside of cycles: the
// framework is told to hold all of the agent, as a resource provider that reports use can
// do, and returns it refused. A thousand cycles with 50,000 offers each lead to the same
// state, but slowly: each goes through the filters that are there by then.
func newDeclinedWorld(o alloc.Options, agents, frameworks int) *declinedWorld {
	w := newCluster(o, agents, frameworks)
	whole := w.AgentResources()
	before := liveHeap()
	uses := make([]alloc.Usage, frameworks)
	for i := range uses {
		uses[i] = w.UsageOf(i, whole)
	}
	for _, id := range w.Agents {
		for i, f := range w.Frameworks {
			check(w.AddResourceProvider(id, nil, uses[i:i+1]))
			w.refuse(f, id, whole)
		}
	}
	d := &declinedWorld{World: w, filters: agents * frameworks}
	bytesPerFilter = (liveHeap() - before) / float64(d.filters)
	var m core.Metrics
	w.Metrics(&m)
	if m.Roles[0].ActiveFilters != d.filters {
		panic(fmt.Sprintf("%d filters", m.Roles[0].ActiveFilters))
	}
	return d
}

// liveHeap returns the bytes of heap in use after a collection.
func liveHeap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

func keptDeclined(o alloc.Options) *declinedWorld { return keptDeclinedOf(o, 50_000, 1_000) }

func keptDeclinedOf(o alloc.Options, agents, frameworks int) *declinedWorld {
	return keep(key("declined", o, agents, frameworks), func() *declinedWorld { return newDeclinedWorld(o, agents, frameworks) })
}

// declinedUnchanged: nothing has changed since everyone refused everything.
func declinedUnchanged(b *testing.B, o alloc.Options) {
	w := keptDeclined(o)
	w.Tick() // finds out that nobody wants anything
	idleCycles(b, w.World)
	b.ReportMetric(float64(w.filters), "filters")
}

// declinedChanged: every agent's free resources have changed since the last
// cycle, in turn from 24 CPUs to 23 and back; what was refused, 24, still
// covers them, so that nothing is offered.
func declinedChanged(b *testing.B, o alloc.Options, agents, frameworks int) {
	w := keptDeclinedOf(o, agents, frameworks)
	m := start(b)
	for b.Loop() {
		m.stop()
		w.toggle()
		m.again()
		w.Tick()
	}
	m.endPer(w.filters, "pair")
	offers(b, w.World, 0)
	b.ReportMetric(float64(w.filters), "filters")
}

// toggle takes a CPU away from every agent's total or gives it back.
func (w *declinedWorld) toggle() {
	w.shrunk = !w.shrunk
	total := w.AgentResources()
	if w.shrunk {
		total[0].Amount -= 1000
	}
	for _, id := range w.Agents {
		check(w.UpdateAgent(id, alloc.AgentUpdate{Total: &total}))
	}
}
