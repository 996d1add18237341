package api

// AgentID is a handle of an agent, for as long as the allocator lives. What its
// bits are is not for the host: among others they say that it is an agent's, so
// that one of a framework is refused. 0 is no agent. A handle never comes to mean
// another agent: once its agent is removed, every use of it is an error.
type AgentID uint64

// FrameworkID is a handle of a framework, built like AgentID. 0 is no
// framework.
type FrameworkID uint64
