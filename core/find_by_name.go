package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/quantities"
)

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

// FindRole returns the number of the role with that path, if it has one. It does not hold the role as InternRole does.
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

// RoleName returns the path of a role.
//
// Errors: CodeUnknownRole.
//
// Cost: constant, but for paths of more than 256 bytes proportional to the role's depth.
func (v *View) RoleName(id alloc.RoleID) (string, error) {
	if err := v.state.Roles.CheckRole(id); err != nil {
		return "", err
	}
	return v.state.Roles.Path(id), nil
}

// ItemName returns the name of a set item.
//
// Errors: CodeUnknownItem.
//
// Cost: constant.
func (v *View) ItemName(id alloc.SetItemID) (string, error) {
	name, ok := v.state.Kinds.SetItems.Name(uint64(id))
	if !ok {
		return "", v.state.Kinds.NoItem(uint64(id))
	}
	return name, nil
}

// ResourceName returns the name that index i of a row stands for, 0 <= i < ResourceNames().
// A name is forgotten when no kind, quota or minimum has it; its index stands for it until
// another name takes the index.
//
// Errors: CodeInvalid (there is no such index).
//
// Cost: constant.
func (v *View) ResourceName(i quantities.Name) (string, error) {
	if int(i) >= v.state.Names.Indices() {
		return "", fault.Errorf(alloc.CodeInvalid, "resource name %d: there are %d", i, v.state.Names.Indices())
	}
	return v.state.Names.String(i), nil
}

// FindResourceName returns the index of a resource's name in rows.
//
// Cost: one lookup.
func (v *View) FindResourceName(name string) (i quantities.Name, ok bool) {
	return v.state.Names.Lookup(name)
}

// ResourceNames counts the indices that rows have, also those of forgotten names.
//
// Cost: constant.
func (v *View) ResourceNames() int { return v.state.Names.Indices() }
