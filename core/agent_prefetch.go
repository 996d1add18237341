package core

import (
	"unsafe"

	"github.com/apportion/apportion/core/internal/prefetch"
	"github.com/apportion/apportion/core/internal/resource"
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

// agentHot is how much of an agent a cycle is sure to read, agentHotFiltered if
// there are filters for it.
const (
	cacheLine        = 64
	agentHot         = 2 * cacheLine
	agentHotFiltered = 3 * cacheLine
)

// prefetchAhead asks for agents that come soon after the i-th.
func (c *allocationCycle) prefetchAhead(i int) {
	a := c.a
	if i+prefetchFar < len(c.agents) {
		slot := agentSlot(c.agents[i+prefetchFar])
		size := uintptr(agentHot)
		if a.filters.Has(slot) {
			size = agentHotFiltered
		}
		prefetch.Lines(unsafe.Pointer(a.agents.At(slot)), size)
	}
	if i+prefetchNear >= len(c.agents) {
		return
	}
	g := a.agents.At(agentSlot(c.agents[i+prefetchNear]))
	prefetch.Lines(unsafe.Pointer(unsafe.SliceData(g.free.Counts)), uintptr(len(g.free.Counts))*unsafe.Sizeof(resource.Count{}))
	prefetch.Lines(unsafe.Pointer(unsafe.SliceData(g.free.Intervals)), uintptr(len(g.free.Intervals))*unsafe.Sizeof(resource.Interval{}))
	if cap(g.entries) > len(g.few) {
		prefetch.Lines(unsafe.Pointer(unsafe.SliceData(g.entries)), uintptr(len(g.entries))*unsafe.Sizeof(entryRef{}))
	}
	if !g.filters.Empty() {
		prefetch.Lines(g.filters.First(), 1)
	}
	if entrySlot, ok := a.entries.Upcoming(prefetchNear); ok {
		// The ledger entry that its offer will take.
		prefetch.Lines(unsafe.Pointer(a.entries.At(entrySlot)), unsafe.Sizeof(entry{}))
	}
}
