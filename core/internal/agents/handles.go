package agents

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/handle"
)

// GiveSlot gives back the slot of an agent or framework that is gone. It retires a slot
// whose generations are used up: the next handle would repeat an old one.
func GiveSlot[S ~uint32, T any](p *container.Pool[S, T], slot S, generation uint32) {
	if generation == handle.MaxGeneration {
		p.Retire(slot)
		return
	}
	p.Give(slot)
}

// SlotOf returns the slot that the handle of an agent has, whether or not it is live.
func SlotOf(id api.AgentID) slots.Agent { return slots.Agent(handle.Slot(uint64(id))) }

// AgentOf resolves the handle of a live agent.
func (as *Agents) AgentOf(id api.AgentID) (*Agent, slots.Agent, *api.Error) {
	generation, slot := handle.Generation(uint64(id)), SlotOf(id)
	if handle.TagOf(uint64(id)) != handle.Agent || int(slot) >= as.Len() || generation == 0 {
		return nil, slots.None, unknownAgent(id)
	}
	g := as.At(slot)
	if generation > g.Generation {
		return nil, slots.None, unknownAgent(id)
	}
	if !g.Live || g.Generation != generation {
		return nil, slots.None, api.Caused(api.CodeStale, &handle.Refusal{Handle: uint64(id), Of: "agent", Why: "that agent was removed"})
	}
	return g, slot, nil
}

func unknownAgent(id api.AgentID) *api.Error {
	return api.Caused(api.CodeUnknownAgent, handle.Unknown(uint64(id), handle.Agent, "agent"))
}

// AgentID returns the handle of an agent.
func (as *Agents) AgentID(slot slots.Agent) api.AgentID {
	return api.AgentID(handle.Make(handle.Agent, as.At(slot).Generation, uint32(slot)))
}
