package core

// AddFramework adds a framework, and accounts to it what agents say it uses.
// If it is active, every agent becomes a candidate of the next cycle.
//
// DIVERGES: Mesos counts for the framework what Used says, true or not, and aborts when
// that is recovered. Here the agents say what counts.
//
// Errors: CodeName, CodeExists, CodeUnknownRole, CodeNotSubscribed (a role that
// is suppressed or has a minimum is not among the roles), CodeInvalid
// (capabilities, a resource named twice in a minimum, or intervals in use that
// overlap), CodeNotAllocated (agents were added with other resources in use),
// CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeLimit (too many resource names,
// or frameworks in roles).
//
// Cost: proportional to its roles, their depth and what it uses; a bit for each agent.
func (a *Allocator) AddFramework(info FrameworkInfo) (FrameworkID, error) {
	defer a.settle()
	return a.operations.Frameworks.Add(&info)
}

// UpdateFramework changes a framework's roles, suppressed roles, capabilities and minima.
// Resources that it holds in a role that it leaves stay accounted until they are
// recovered. Filters of roles that it leaves or no longer suppresses are dropped.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed
// (a role that is suppressed or has a minimum is not among the roles),
// CodeInvalid (capabilities, or a resource named twice in a minimum), CodeName,
// CodeAmount, CodeLimit (too many resource names, or frameworks in
// roles).
//
// Cost: proportional to its roles and their depth; a bit for each agent.
func (a *Allocator) UpdateFramework(id FrameworkID, u FrameworkUpdate) error {
	defer a.settle()
	return a.operations.Frameworks.Update(id, &u)
}

// RemoveFramework removes a framework; what it was offered or had allocated
// becomes free.
//
// DIVERGES: Mesos may leave a part of what it held on the agent, since it subtracts a list
// of resources from itself while it iterates over it.
//
// Errors: CodeUnknownFramework, CodeStale.
//
// Cost: linear in its roles, their depth, and what it holds and refuses; a bit for each
// agent, and for each under maintenance the logarithm of how many have answered for it.
func (a *Allocator) RemoveFramework(id FrameworkID) error {
	defer a.settle()
	return a.operations.Frameworks.Remove(id)
}

// ActivateFramework lets a framework be offered resources, but for the roles
// it has suppressed, and makes every agent a candidate.
//
// Errors: CodeUnknownFramework, CodeStale.
//
// Cost: linear in its roles and their depth; a bit for each agent.
func (a *Allocator) ActivateFramework(id FrameworkID) error {
	defer a.settle()
	return a.operations.Frameworks.Activate(id)
}

// DeactivateFramework stops offers to a framework and drops its filters. Resources
// that it holds stay accounted.
//
// Errors: CodeUnknownFramework, CodeStale.
//
// Cost: linear in its roles, their depth, and what it refuses.
func (a *Allocator) DeactivateFramework(id FrameworkID) error {
	defer a.settle()
	return a.operations.Frameworks.Deactivate(id)
}

// SuppressOffers stops offers to a framework in the roles named, or in all
// that it is subscribed to if none is.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed.
//
// Cost: linear in its roles, and in the depth of those named.
func (a *Allocator) SuppressOffers(id FrameworkID, roles []RoleID) error {
	defer a.settle()
	return a.operations.Frameworks.Suppress(id, roles)
}

// ReviveOffers ends suppression and filters of a framework in the roles
// named, or in all that it is subscribed to if none is, and makes every agent
// a candidate.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed.
//
// Cost: linear in its roles, and in the depth of those named; a bit for each agent.
func (a *Allocator) ReviveOffers(id FrameworkID, roles []RoleID) error {
	defer a.settle()
	return a.operations.Frameworks.Revive(id, roles)
}

// ExcludeAgents sets which agents offer constraints keep from a framework in a role: it is
// never offered those. The list replaces the former one; an empty list excludes none.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotSubscribed.
//
// Cost: linear in the list and the former one.
func (a *Allocator) ExcludeAgents(id FrameworkID, r RoleID, agents []AgentID) error {
	defer a.settle()
	return a.operations.Frameworks.ExcludeAgents(id, r, agents)
}

// ExcludeAgent excludes one agent from a framework in a role, or includes it
// again.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotSubscribed.
//
// Cost: constant.
func (a *Allocator) ExcludeAgent(id FrameworkID, r RoleID, agent AgentID, excluded bool) error {
	defer a.settle()
	return a.operations.Frameworks.ExcludeAgent(id, r, agent, excluded)
}

// RequestResources is accepted and, as in Mesos, changes nothing.
//
// Errors: CodeUnknownFramework, CodeStale.
//
// Cost: constant.
func (a *Allocator) RequestResources(id FrameworkID) error {
	if _, _, err := a.frameworks.FrameworkOf(id); err != nil {
		return err
	}
	return nil
}
