package ledger

import (
	"unsafe"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/internal/prefetch"
)

// A call about an agent follows pointers three deep: from the agent's header to its lists, from these to ledger
// entries, from an entry to what it holds. In a large cluster none of it is in the processor's caches. So a list of
// calls is gone through ahead in three steps. Each asks for the memory to which that of the step before points, so
// many calls ahead:
const (
	prefetchHeader  = 12
	prefetchLists   = 8
	prefetchEntries = 4
)

// few returns the first elements of a list: where there are many, an answer costs more than
// its cache misses.
func few[T any](list []T) []T { return list[:min(8, len(list))] }

// firstPlaces returns the first places of a list, also those that are still empty: an answer may
// fill them.
func firstPlaces[T any](list []T) []T { return list[:min(4, cap(list))] }

// Prefetch asks for the memory of the agents of calls that come soon after the i-th
// (hooks.Prefetch).
func (lg *Ledger) Prefetch(calls []hooks.Upcoming, i int) {
	if _, g := upcoming(lg.agents, calls, i+prefetchHeader); g != nil {
		prefetch.Lines(unsafe.Pointer(g), unsafe.Sizeof(*g))
	}
	if call, g := upcoming(lg.agents, calls, i+prefetchLists); g != nil {
		lg.askForLists(call, g)
	}
	if call, g := upcoming(lg.agents, calls, i+prefetchEntries); g != nil {
		lg.askForHeld(call, g)
	}
}

// askForLists asks for the lists of an agent, and for its entries.
func (lg *Ledger) askForLists(call hooks.Upcoming, g *agents.Agent) {
	if call.Recovers {
		prefetch.Elements(few(g.Free.Counts))
		prefetch.Elements(few(g.Free.Intervals))
	}
	if call.Refuses {
		g.Filters.Prefetch()
	}
	prefetch.Elements(firstPlaces(g.InUse))
	for _, x := range few(g.Entries) {
		prefetch.Lines(unsafe.Pointer(lg.Entries.At(x.Entry)), unsafe.Sizeof(Entry{}))
	}
}

// askForHeld asks for what is held, used and refused on an agent, and for the neighbours of its entries: to close
// an entry changes their links.
func (lg *Ledger) askForHeld(call hooks.Upcoming, g *agents.Agent) {
	for _, x := range few(g.Entries) {
		e := lg.Entries.At(x.Entry)
		prefetch.Elements(few(e.Resources.Counts))
		prefetch.Elements(few(e.Resources.Intervals))
		if call.Recovers {
			lg.askForLinks(e.PrevOfSubscription)
			lg.askForLinks(e.NextOfSubscription)
		}
	}
	if call.Refuses {
		g.Filters.PrefetchRefused()
	}
	for _, x := range firstPlaces(g.InUse) {
		prefetch.Elements(firstPlaces(x.Resources.Counts))
	}
}

// askForLinks asks for the links of an entry, if there is one.
func (lg *Ledger) askForLinks(i slots.Entry) {
	if i != slots.None {
		prefetch.Lines(unsafe.Pointer(&lg.Entries.At(i).NextOfSubscription), 2*unsafe.Sizeof(i))
	}
}

// upcoming returns a call of a list, and its agent or nil.
func upcoming(as *agents.Agents, calls []hooks.Upcoming, i int) (hooks.Upcoming, *agents.Agent) {
	if uint(i) >= uint(len(calls)) {
		return hooks.Upcoming{}, nil
	}
	slot := agents.SlotOf(calls[i].Agent)
	if int(slot) >= as.Len() {
		return hooks.Upcoming{}, nil
	}
	return calls[i], as.At(slot)
}
