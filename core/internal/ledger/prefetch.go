package ledger

import (
	"unsafe"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/prefetch"
	"github.com/apportion/apportion/internal/handle"
)

// A call about an agent follows pointers three deep: from the agent's header to its lists,
// from these to ledger entries, from an entry to what it holds. In a large cluster none of
// it is in the processor's caches. For a list of calls each step asks for the memory to
// which the memory of the step before points: so many calls ahead.
const (
	prefetchHeader  = 12
	prefetchLists   = 8
	prefetchEntries = 4
)

// few returns the first elements of a list: where there are many, an answer costs more than
// its cache misses.
func few[T any](list []T) []T { return list[:min(8, len(list))] }

// room returns the first elements of a list and, behind them, the room for more: an answer may
// add them.
func room[T any](list []T) []T { return list[:min(4, cap(list))] }

// Prefetch asks for the memory of the agents of calls that come soon after the i-th
// (core.Allocator.Prefetch).
func (lg *Ledger) Prefetch(list []api.AgentID, i int) {
	if g := upcoming(lg.agents, list, i+prefetchHeader); g != nil {
		prefetch.Lines(unsafe.Pointer(g), unsafe.Sizeof(*g))
	}
	if g := upcoming(lg.agents, list, i+prefetchLists); g != nil {
		prefetch.Elements(few(g.Free.Counts))
		prefetch.Elements(few(g.Free.Intervals))
		prefetch.Elements(room(g.InUse))
		g.Filters.Prefetch()
		for _, x := range few(g.Entries) {
			prefetch.Lines(unsafe.Pointer(lg.Entries.At(x.Entry)), unsafe.Sizeof(Entry{}))
		}
	}
	if g := upcoming(lg.agents, list, i+prefetchEntries); g != nil {
		for _, x := range few(g.Entries) {
			held := lg.Entries.At(x.Entry).Held()
			prefetch.Elements(few(held.Counts))
			prefetch.Elements(few(held.Intervals))
		}
		for _, x := range room(g.InUse) {
			prefetch.Elements(room(x.Told.Counts))
			prefetch.Elements(room(x.Resources.Counts))
		}
	}
}

// upcoming returns the agent of a handle of a list, or nil.
func upcoming(as *agents.Agents, list []api.AgentID, i int) *agents.Agent {
	if uint(i) >= uint(len(list)) {
		return nil
	}
	slot := handle.Slot(uint64(list[i]))
	if int(slot) >= as.Len() {
		return nil
	}
	return as.At(slot)
}
