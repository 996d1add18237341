package alloc

// FrameworkID is a handle of a framework, built like AgentID. 0 is no
// framework.
type FrameworkID uint64

// FrameworkInfo describes a framework.
type FrameworkInfo struct {
	ID           string // as the cluster names it
	Capabilities Capabilities
	Roles        []RoleID
	Suppressed   []RoleID // roles, of those above, that want no offers
	// MinAllocatable replaces, for the roles it names, the allocator's
	// minimum of what is worth an offer.
	MinAllocatable []RoleMinimum
	Inactive       bool // it is offered nothing until ActivateFramework
	// Used is what the host believes the framework to use already. For an agent that has been
	// added, it must be what AddAgent was told, or AddFramework is refused; what Used leaves out counts all the same.
	// For another agent it is ignored: AddAgent will be told.
	Used []AgentUsage
}

// AgentUsage is what a framework uses on one agent in one role, or a part of it.
type AgentUsage struct {
	Agent     string // the agent's id; it need not be known yet
	Role      RoleID
	Resources []Resource
}

// FrameworkUpdate is what UpdateFramework changes. A nil field is left alone.
type FrameworkUpdate struct {
	Capabilities *Capabilities
	Roles        *[]RoleID
	// Suppressed and MinAllocatable name roles that the framework is subscribed to
	// from now on. A nil one keeps its entries, but for roles that the framework leaves.
	Suppressed     *[]RoleID
	MinAllocatable *[]RoleMinimum
}

// RoleMinimum is what an offer in a role must hold at least: all quantities
// of one of the lists. No lists: anything.
type RoleMinimum struct {
	Role  RoleID
	Lists [][]Quantity
}
