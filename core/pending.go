package core

// Pause stops allocation until Resume; calls that ask for a cycle meanwhile
// are forgotten.
func (a *Allocator) Pause() { a.paused = true }

// Resume ends a pause, or the wait in recovery.
func (a *Allocator) Resume() { a.paused = false }

// Paused reports whether allocation is paused.
func (a *Allocator) Paused() bool { return a.paused }

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
	a.candidates.set(slot)
	a.ask()
}

func (a *Allocator) requestAll() {
	if a.paused {
		return
	}
	for i := range a.live {
		a.candidates.grow(uint32(i) << 6)
		a.candidates[i] |= a.live[i]
	}
	a.ask()
}

// ask makes a cycle due.
func (a *Allocator) ask() {
	if !a.pending {
		a.metrics.requested = a.now
	}
	a.pending = true
}

// stirAll forgets that agents were offered to everyone in vain: someone may
// now want them.
func (a *Allocator) stirAll() { a.restless.unite(a.live) }
