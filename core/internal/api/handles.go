package api

// AgentID is a handle of an agent. Its bits mean nothing to the host. 0 is no agent. A
// framework's handle is refused in its place. Once the agent is removed, every use of its
// handle is an error: it never comes to mean another agent.
type AgentID uint64

// FrameworkID is a handle of a framework, built like AgentID. 0 is no
// framework.
type FrameworkID uint64

// MaxIDLength bounds the ids of agents and frameworks, as Mesos does.
const MaxIDLength = 255
