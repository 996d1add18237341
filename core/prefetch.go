package core

import "unsafe"

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

// lookAhead asks for agents that come soon.
func (a *Allocator) lookAhead(c *cycleScratch, i int) {
	if i+prefetchFar < len(c.agents) {
		slot := agentSlot(c.agents[i+prefetchFar])
		size := uintptr(agentHot)
		if a.deadlines.agents.has(slot) {
			size = agentHotFiltered
		}
		prefetch(unsafe.Pointer(a.agents.at(slot)), size)
	}
	if i+prefetchNear >= len(c.agents) {
		return
	}
	g := a.agents.at(agentSlot(c.agents[i+prefetchNear]))
	prefetch(unsafe.Pointer(unsafe.SliceData(g.free.counts)), uintptr(len(g.free.counts))*unsafe.Sizeof(count{}))
	prefetch(unsafe.Pointer(unsafe.SliceData(g.free.spans)), uintptr(len(g.free.spans))*unsafe.Sizeof(span{}))
	if cap(g.entries) > len(g.few) {
		prefetch(unsafe.Pointer(unsafe.SliceData(g.entries)), uintptr(len(g.entries))*unsafe.Sizeof(entryRef{}))
	}
	if g.filters.members != 0 {
		prefetch(unsafe.Pointer(unsafe.SliceData(g.filters.list)), 1)
	}
	if n := len(a.entries.free); n > prefetchNear {
		// The ledger entry that its offer will take.
		prefetch(unsafe.Pointer(a.entries.at(a.entries.free[n-1-prefetchNear])), unsafe.Sizeof(entry{}))
	}
}
