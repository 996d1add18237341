package core

import "github.com/apportion/apportion/core/internal/api"

// UpdateUnavailability plans, changes or (nil) cancels an agent's maintenance. The next
// cycle asks frameworks anew; the agent becomes a candidate.
//
// Errors: CodeUnknownAgent, CodeStale, CodeInvalid (a negative duration).
func (a *Allocator) UpdateUnavailability(id AgentID, u *Unavailability) error {
	defer a.settle()
	g, slot, err := a.agents.AgentOf(id)
	if err != nil {
		return err
	}
	if err := api.CheckUnavailability(g.Name(), u); err != nil {
		return err
	}
	a.agents.SetUnavailability(slot, u)
	a.news.Request(slot)
	return nil
}
