package core

// FindAgent returns the handle of the agent with that id.
func (a *Allocator) FindAgent(id string) (AgentID, bool) {
	slot, ok := a.agents.ByName.Find(id)
	if !ok {
		return 0, false
	}
	return a.agents.AgentID(slot), true
}

// FindFramework returns the handle of the framework with that id.
func (a *Allocator) FindFramework(id string) (FrameworkID, bool) {
	slot, ok := a.frameworks.ByName[id]
	if !ok || !a.frameworks.At(slot).Registered {
		return 0, false
	}
	return a.frameworks.FrameworkID(slot), true
}

// AgentName returns the id that the agent was added with.
//
// Errors: CodeUnknownAgent, CodeStale.
func (a *Allocator) AgentName(id AgentID) (string, error) {
	g, _, err := a.agents.AgentOf(id)
	if err != nil {
		return "", err
	}
	return g.Name(), nil
}

// FrameworkName returns the id that the framework was added with.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) FrameworkName(id FrameworkID) (string, error) {
	f, _, err := a.frameworks.FrameworkOf(id)
	if err != nil {
		return "", err
	}
	return f.Name, nil
}
