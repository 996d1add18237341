package agents

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/handle"
)

// GiveSlot gives back the slot of an agent or framework that is gone, or of which a snapshot says that nobody is in it.
// Whoever removes or forgets these calls it, and so does the reader of snapshots. If the generations of a slot are used
// up, GiveSlot retires the slot, so that nobody gets it again: its next handle would repeat an old one.
func GiveSlot[S ~uint32, T any](p *container.Pool[S, T], slot S, generation uint32) {
	if generation == handle.MaxGeneration {
		p.Retire()
		return
	}
	p.Give(slot)
}

// SlotOf returns the slot that the handle of an agent has, whether or not it is live.
func SlotOf(id alloc.AgentID) slots.Agent { return slots.Agent(handle.Slot(uint64(id))) }

// AgentOf resolves the handle of a live agent.
func (as *Agents) AgentOf(id alloc.AgentID) (*Agent, slots.Agent, *alloc.Error) {
	slot, latest := SlotOf(id), uint32(0)
	if int(slot) < as.Len() {
		g := as.At(slot)
		if as.Alive.Has(slot) && as.AgentID(slot) == id {
			return g, slot, nil
		}
		latest = g.Generation
	}
	return nil, slots.None, fault.NoHandle(uint64(id), handle.Agent, "agent", alloc.CodeUnknownAgent, latest)
}

// AgentID returns the handle of an agent.
func (as *Agents) AgentID(slot slots.Agent) alloc.AgentID {
	return alloc.AgentID(handle.Make(handle.Agent, as.At(slot).Generation, uint32(slot)))
}
