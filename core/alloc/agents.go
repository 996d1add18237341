package alloc

// AgentID is a handle of an agent. Its bits mean nothing to the host. 0 is no agent. A call that
// takes an agent refuses a framework's handle. Once the agent is removed, every use of its handle
// is an error: the handle never comes to mean another agent. A handle does not say which allocator
// it is of: an allocator that is restored from a snapshot or recording knows the same handles.
type AgentID uint64

// MaxIDLength bounds the ids of agents and frameworks, as Mesos does.
const MaxIDLength = 255

// Usage is what a framework uses on an agent: AddAgent and AddResourceProvider are told it, AgentHoldings tells it.
type Usage struct {
	Framework string // the framework's id; it need not be known yet
	Role      RoleID
	Resources []Resource
}

// AgentInfo describes an agent.
type AgentInfo struct {
	ID           string        // as the cluster names it
	Hostname     string        // for the whitelist
	Region       string        // of its fault domain; empty when it has none
	Capabilities *Capabilities // nil stands for ModernAgent
	Total        []Resource
	Used         []Usage
	// Unavailability is the agent's planned maintenance, or nil.
	Unavailability *Unavailability
}

// AgentUpdate is what UpdateAgent changes. A nil field is left alone.
type AgentUpdate struct {
	Hostname     *string
	Region       *string // empty: none
	Capabilities *Capabilities
	Total        *[]Resource // also where an estimate of what can be oversubscribed changes
	// AttributesChanged drops all filters for the agent: frameworks decided
	// without knowing its attributes.
	AttributesChanged bool
	// InfoChanged: something else that the host knows of the agent changed.
	InfoChanged bool
}
