package core

import "github.com/apportion/apportion/internal/container"

// RequestAllocation makes every agent a candidate of the next cycle.
func (a *Allocator) RequestAllocation() { a.requestAll() }

// Pending reports whether a cycle has been asked for. The host then calls
// Allocate, soon, but may let further calls pass before: like Mesos's, one
// cycle serves them all.
func (a *Allocator) Pending() bool { return a.pending }

// request makes an agent a candidate, unless allocation is paused
// (generateOffers).
func (a *Allocator) request(slot agentSlot) {
	if a.paused {
		return
	}
	a.candidates.Set(slot)
	a.requestCycle()
}

func (a *Allocator) requestAll() {
	if a.paused {
		return
	}
	a.candidates.Unite(a.live)
	a.requestCycle()
}

// requestCycle makes a cycle due.
func (a *Allocator) requestCycle() {
	if !a.pending {
		a.counters.requested = a.now
	}
	a.pending = true
}

// markDirty forgets that an agent was offered to everyone in vain.
func (a *Allocator) markDirty(slot agentSlot) { a.dirty.Set(slot) }

// markAllDirty forgets that of all agents: someone may now want them.
func (a *Allocator) markAllDirty() { a.dirty.Unite(a.live) }

// chooseAgents lists the candidates that have something to offer which was
// not offered to everyone in vain before. It reports whether there is any
// candidate that may be offered at all.
func (c *allocationCycle) chooseAgents() bool {
	a := c.a
	c.agents = c.agents[:0]
	if a.active.Empty() {
		return !a.candidates.Disjoint(a.admitted)
	}
	found := false
	for i, w := range a.candidates {
		w &= a.admitted.Word(i)
		found = found || w != 0
		w &= a.offerable.Word(i)
		if !c.visitsAll {
			w &= a.dirty.Word(i)
		}
		a.scratch.agents = container.AppendWord(a.scratch.agents[:0], i, w)
		for _, slot := range a.scratch.agents {
			c.agents = append(c.agents, uint64(slot))
		}
	}
	return found
}
