package core

import "github.com/apportion/apportion/internal/handle"

// AgentID is a handle of an agent, for as long as the allocator lives. What its
// bits are is not for the host: among others they say that it is an agent's, so
// that one of a framework is refused. 0 is no agent. A handle never comes to mean
// another agent: once its agent is removed, every use of it is an error.
type AgentID uint64

// FrameworkID is a handle of a framework, built like AgentID. 0 is no
// framework.
type FrameworkID uint64

// slots within the allocator, dense from 0
type (
	agentSlot        = uint32
	frameworkSlot    = uint32
	subscriptionSlot = uint32
	entrySlot        = uint32
)

const none = ^uint32(0)

// agentOf resolves a handle.
func (a *Allocator) agentOf(id AgentID) (*agent, agentSlot, *Error) {
	generation, slot := handle.Generation(uint64(id)), handle.Slot(uint64(id))
	if handle.TagOf(uint64(id)) != handle.Agent || int(slot) >= a.agents.Len() || generation == 0 {
		return nil, none, unknownAgent(id)
	}
	g := a.agents.At(slot)
	if generation > g.generation {
		return nil, none, unknownAgent(id)
	}
	if !g.live || g.generation != generation {
		return nil, none, errorf(CodeStale, "agent handle %#x: that agent was removed", uint64(id))
	}
	return g, slot, nil
}

// frameworkOf resolves a handle.
func (a *Allocator) frameworkOf(id FrameworkID) (*framework, frameworkSlot, *Error) {
	generation, slot := handle.Generation(uint64(id)), handle.Slot(uint64(id))
	if handle.TagOf(uint64(id)) != handle.Framework || int(slot) >= a.frameworks.Len() || generation == 0 {
		return nil, none, unknownFramework(id)
	}
	f := a.frameworks.At(slot)
	if generation > f.generation {
		return nil, none, unknownFramework(id)
	}
	if !f.registered || f.generation != generation {
		return nil, none, errorf(CodeStale, "framework handle %#x: that framework was removed", uint64(id))
	}
	return f, slot, nil
}

func unknownAgent(id AgentID) *Error {
	if owner, ok := handle.OfAnother(uint64(id), handle.Agent); ok {
		return errorf(CodeUnknownAgent, "agent handle %#x: that is %s", uint64(id), owner)
	}
	return errorf(CodeUnknownAgent, "agent handle %#x: never given out", uint64(id))
}

func unknownFramework(id FrameworkID) *Error {
	if owner, ok := handle.OfAnother(uint64(id), handle.Framework); ok {
		return errorf(CodeUnknownFramework, "framework handle %#x: that is %s", uint64(id), owner)
	}
	return errorf(CodeUnknownFramework, "framework handle %#x: never given out", uint64(id))
}

func (a *Allocator) agentID(slot agentSlot) AgentID {
	return AgentID(handle.Make(handle.Agent, a.agents.At(slot).generation, slot))
}

func (a *Allocator) frameworkID(slot frameworkSlot) FrameworkID {
	return FrameworkID(handle.Make(handle.Framework, a.frameworks.At(slot).generation, slot))
}

// FindAgent returns the handle of the agent with that id.
func (a *Allocator) FindAgent(id string) (AgentID, bool) {
	slot, ok := a.agentByName.Find(id)
	if !ok {
		return 0, false
	}
	return a.agentID(slot), true
}

// FindFramework returns the handle of the framework with that id.
func (a *Allocator) FindFramework(id string) (FrameworkID, bool) {
	slot, ok := a.frameworkByName[id]
	if !ok || !a.frameworks.At(slot).registered {
		return 0, false
	}
	return a.frameworkID(slot), true
}

// AgentName returns the id that the agent was added with.
//
// Errors: CodeUnknownAgent, CodeStale.
func (a *Allocator) AgentName(id AgentID) (string, error) {
	g, _, err := a.agentOf(id)
	if err != nil {
		return "", err
	}
	return g.name(), nil
}

// FrameworkName returns the id that the framework was added with.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) FrameworkName(id FrameworkID) (string, error) {
	f, _, err := a.frameworkOf(id)
	if err != nil {
		return "", err
	}
	return f.name, nil
}
