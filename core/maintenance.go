package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
)

// UpdateUnavailability plans, changes or (nil) cancels an agent's maintenance. That ends all answers
// and filters for its inverse offers. The next cycle asks frameworks anew; the agent becomes a candidate.
//
// Errors: CodeUnknownAgent, CodeStale, CodeInvalid (a negative duration).
//
// Cost: constant, but for the answers that it ends.
func (a *Allocator) UpdateUnavailability(id alloc.AgentID, u *alloc.Unavailability) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.UpdateUnavailability{Agent: id, Unavailability: u} })
	g, slot, err := a.state.Agents.AgentOf(id)
	if err != nil {
		return err
	}
	if err := checkUnavailability(g.Name, u); err != nil {
		return err
	}
	a.state.Agents.SetUnavailability(slot, u)
	a.state.Schedule.Request(slot)
	return nil
}

// checkUnavailability refuses a maintenance of negative length.
func checkUnavailability(agent string, u *alloc.Unavailability) *alloc.Error {
	if u != nil && u.Duration < 0 {
		return fault.Errorf(alloc.CodeInvalid, "agent %q: maintenance of %v is negative", agent, u.Duration)
	}
	return nil
}
