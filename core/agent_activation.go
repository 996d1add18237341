package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// ActivateAgent lets an agent's resources be offered again. An agent is active when it is added. The call asks for no
// cycle: the agent waits for one that has it among its candidates.
//
// Errors: CodeUnknownAgent, CodeStale.
//
// Cost: constant.
func (a *Allocator) ActivateAgent(id alloc.AgentID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.ActivateAgent{Agent: id} })
	return a.activateAgent(id, true)
}

// DeactivateAgent stops offers from an agent; what is in use on it stays
// accounted.
//
// Errors: CodeUnknownAgent, CodeStale.
//
// Cost: constant.
func (a *Allocator) DeactivateAgent(id alloc.AgentID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.DeactivateAgent{Agent: id} })
	return a.activateAgent(id, false)
}

func (a *Allocator) activateAgent(id alloc.AgentID, on bool) error {
	_, slot, err := a.state.Agents.AgentOf(id)
	if err != nil {
		return err
	}
	a.state.Agents.Activate(slot, on)
	return nil
}
