package core

import "github.com/apportion/apportion/core/alloc"

// FindAgent returns the handle of the agent with that id.
//
// Cost: one lookup.
func (v *View) FindAgent(id string) (alloc.AgentID, bool) {
	slot, ok := v.state.Agents.ByName.Find(id)
	if !ok {
		return 0, false
	}
	return v.state.Agents.AgentID(slot), true
}

// FindFramework returns the handle of the framework with that id.
//
// Cost: one lookup.
func (v *View) FindFramework(id string) (alloc.FrameworkID, bool) {
	slot, found := v.state.Frameworks.Find(id)
	if !found {
		return 0, false
	}
	return v.state.Frameworks.FrameworkID(slot), true
}

// FindRole returns the number of the role with that path, if it has one.
//
// Cost: one lookup for each part of the path.
func (v *View) FindRole(path string) (alloc.RoleID, bool) {
	id, _, known := v.state.Roles.Descend(path)
	return id, known
}

// AgentName returns the id that the agent was added with.
//
// Errors: CodeUnknownAgent, CodeStale.
//
// Cost: constant.
func (v *View) AgentName(id alloc.AgentID) (string, error) {
	g, _, err := v.state.Agents.AgentOf(id)
	if err != nil {
		return "", err
	}
	return g.Name, nil
}

// FrameworkName returns the id that the framework was added with, or will be: a borrower that
// Loans lists may have yet to come.
//
// Errors: CodeUnknownFramework, CodeStale.
//
// Cost: constant.
func (v *View) FrameworkName(id alloc.FrameworkID) (string, error) {
	return v.state.Frameworks.NameOf(id)
}
