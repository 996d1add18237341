package cycle

import (
	"unsafe"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/prefetch"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Each agent that a cycle comes to is several cache misses: its header, what is
// free, its filters, what was refused. The cycle therefore asks for them some
// agents ahead. To load them would not do: loads that miss hold up what comes
// behind them.
//
// On 50,000 agents with tasks that takes a cycle to about two thirds (make run,
// against make run TAGS=noasm); on such as hold nothing, which lie in memory as
// they are visited, there is little to gain.

// prefetchFar and prefetchNear are how many agents ahead headers and what they
// point to are asked for.
const (
	prefetchFar  = 16
	prefetchNear = 8
)

// prefetchAhead asks for agents that come soon after the i-th.
func (c *Cycle) prefetchAhead(i int) {
	a := c.a
	if i+prefetchFar < len(c.agents) {
		slot := slots.Agent(c.agents[i+prefetchFar])
		size := uintptr(agents.AgentHot)
		if a.frameworks.Filters.Has(slot) {
			size = agents.AgentHotFiltered
		}
		prefetch.Lines(unsafe.Pointer(a.agents.At(slot)), size)
	}
	if i+prefetchNear >= len(c.agents) {
		return
	}
	g := a.agents.At(slots.Agent(c.agents[i+prefetchNear]))
	prefetch.Lines(unsafe.Pointer(unsafe.SliceData(g.Free.Counts)), uintptr(len(g.Free.Counts))*unsafe.Sizeof(resource.Count{}))
	prefetch.Lines(unsafe.Pointer(unsafe.SliceData(g.Free.Intervals)), uintptr(len(g.Free.Intervals))*unsafe.Sizeof(resource.Interval{}))
	if cap(g.Entries) > len(g.Few) {
		prefetch.Lines(unsafe.Pointer(unsafe.SliceData(g.Entries)), uintptr(len(g.Entries))*unsafe.Sizeof(agents.EntryRef{}))
	}
	if !g.Filters.Empty() {
		prefetch.Lines(g.Filters.First(), 1)
	}
	if entrySlot, ok := a.ledger.Entries.Upcoming(prefetchNear); ok {
		// The ledger entry that its offer will take.
		prefetch.Lines(unsafe.Pointer(a.ledger.Entries.At(entrySlot)), unsafe.Sizeof(ledger.Entry{}))
	}
}
