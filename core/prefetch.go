package core

import "unsafe"

// A cycle goes through the agents in random order, and each of them is several
// cache misses: its header, what is free, its filters, what was refused. The
// cycle therefore asks for them some agents ahead. To load them would not do:
// loads that miss hold up what comes behind them.
//
// On 50,000 agents that takes a full cycle to about two thirds (go test -bench
// 'Table/full_1k$' ./bench, against -tags noasm).

// prefetchFar and prefetchNear are how many agents ahead headers and what they
// point to are asked for.
const (
	prefetchFar  = 16
	prefetchNear = 8
)

// lookAhead asks for agents that come soon.
func (a *Allocator) lookAhead(c *cycleScratch, i int) {
	const cacheLine = 64
	if i+prefetchFar < len(c.agents) {
		g := unsafe.Pointer(a.agents.at(agentSlot(c.agents[i+prefetchFar])))
		prefetch(g)
		prefetch(unsafe.Add(g, cacheLine))
		prefetch(unsafe.Add(g, 2*cacheLine))
	}
	if i+prefetchNear >= len(c.agents) {
		return
	}
	g := a.agents.at(agentSlot(c.agents[i+prefetchNear]))
	prefetch(unsafe.Pointer(unsafe.SliceData(g.free.counts)))
	prefetch(unsafe.Pointer(unsafe.SliceData(g.free.spans)))
	prefetch(unsafe.Pointer(unsafe.SliceData(g.entries)))
	prefetch(unsafe.Pointer(unsafe.SliceData(g.filters.list)))
	if n := len(a.entries.free); n > prefetchNear {
		// The ledger entry that its offer will take.
		e := unsafe.Pointer(a.entries.at(a.entries.free[n-1-prefetchNear]))
		prefetch(e)
		prefetch(unsafe.Add(e, cacheLine))
	}
}
