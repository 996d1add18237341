package cycle

import (
	"unsafe"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/prefetch"
)

// Each agent that a cycle visits costs several cache misses: its header, its free bag,
// its filters, the bags refused. The cycle asks for them some agents ahead. It does not
// load them: a load that misses holds up the instructions behind it.
//
// Agents with tasks gain most; those that hold nothing lie in memory in the order of the
// visits (compare make run with make run TAGS=noasm).

// The cycle asks for an agent's header prefetchFar agents ahead, and prefetchNear agents
// ahead for the memory to which the header points.
const (
	prefetchFar  = 16
	prefetchNear = 8
)

// prefetchAhead asks for the memory of agents that come soon after the i-th to visit.
func (c *Cycle) prefetchAhead(i int) {
	list := c.list
	if i+prefetchFar < len(list) {
		slot := slots.Agent(list[i+prefetchFar])
		// To skip the cache line of filters where there are none takes longer than to ask for it.
		prefetch.Lines(unsafe.Pointer(c.Agents.At(slot)), agents.AgentHot)
	}
	if i+prefetchNear >= len(list) {
		return
	}
	g := c.Agents.At(slots.Agent(list[i+prefetchNear]))
	prefetch.Elements(g.Free.Counts)
	prefetch.Elements(g.Free.Intervals)
	if cap(g.Entries) > len(g.Few) {
		prefetch.Elements(g.Entries)
	}
	if !g.Filters.Empty() {
		g.Filters.PrefetchFirst()
	}
	if entrySlot, ok := c.Ledger.Entries.Upcoming(prefetchNear); ok {
		// The ledger entry that its offer will take.
		prefetch.Lines(unsafe.Pointer(c.Ledger.Entries.At(entrySlot)), unsafe.Sizeof(ledger.Entry{}))
	}
}
