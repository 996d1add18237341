package agents

import "github.com/apportion/apportion/core/internal/slots"

// FreeChanged follows a change of an agent's free resources: Offerable, Dirty, Fullness.
func (as *Agents) FreeChanged(slot slots.Agent, g *Agent) {
	as.Offerable.Put(slot, !g.Free.Empty())
	as.news.MarkDirty(slot)
	if as.Fullness.Wanted {
		as.Fullness.known.Clear(slot)
	}
}

// RequestAll makes all agents candidates, unless allocation is paused.
func (as *Agents) RequestAll() {
	if as.news.Paused {
		return
	}
	as.news.Candidates.Unite(as.Alive)
	as.news.RequestCycle()
}

// MarkAllDirty is news.MarkDirty for all agents: someone may now want them.
func (as *Agents) MarkAllDirty() { as.news.MarkAllDirty(as.Alive) }
