package core

// ActivateAgent lets an agent's resources be offered again.
//
// Errors: CodeUnknownAgent, CodeStale.
func (a *Allocator) ActivateAgent(id AgentID) error { return a.setActivated(id, true) }

// DeactivateAgent stops offers from an agent; what is in use on it stays
// accounted.
//
// Errors: CodeUnknownAgent, CodeStale.
func (a *Allocator) DeactivateAgent(id AgentID) error { return a.setActivated(id, false) }

func (a *Allocator) setActivated(id AgentID, on bool) error {
	defer a.settle()
	g, slot, err := a.agents.AgentOf(id)
	if err != nil {
		return err
	}
	g.Activated = on
	a.agents.Admitted.Put(slot, on && a.agents.Whitelisted(g))
	return nil
}
