package core

// AddAgent adds an agent and makes it a candidate of the next cycle.
// Resources in use by frameworks that are not known yet are accounted to the
// agent at once, and to the framework when it is added. What they use of a revocable
// kind that roles lend, beyond what the agent has of it, was lent before and is lent
// again: by the role with the most left of the most that it lends, of the same the
// first by path (docs/lending.md). For that all roles that lend are looked at.
//
// Errors: CodeName, CodeExists, CodeState (paused without a recovery under
// way), CodeUnknownRole, CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid
// (capabilities, a region, a maintenance or intervals that cannot be), CodeLimit
// (too many volumes, or the cluster's sum). Cost: proportional to the resources
// named, and to the depth of the roles that they are for.
func (a *Allocator) AddAgent(info AgentInfo) (AgentID, error) {
	defer a.settle()
	return a.operations.Agents.Add(&info)
}

// UpdateAgent changes an agent. If anything did change, the agent becomes a
// candidate of the next cycle.
//
// Errors: CodeUnknownAgent, CodeStale, CodeUnknownKind, CodeUnknownItem,
// CodeAmount, CodeInvalid (capabilities, a region or intervals that cannot be),
// CodeLimit (too many volumes, or the cluster's sum).
//
// Cost: proportional to what the agent has, to who holds some of it, and to the depth of
// their roles.
func (a *Allocator) UpdateAgent(id AgentID, u AgentUpdate) error {
	defer a.settle()
	return a.operations.Agents.Update(id, &u)
}

// RemoveAgent removes an agent with all that is offered, allocated, filtered
// or planned on it.
//
// Errors: CodeUnknownAgent, CodeStale.
//
// Cost: linear in what is held, refused and planned on the agent, in the subscriptions that
// are excluded from it, and in the depth of the roles.
func (a *Allocator) RemoveAgent(id AgentID) error {
	defer a.settle()
	return a.operations.Agents.Remove(id)
}

// AddResourceProvider adds a resource provider's resources to an agent's
// total, and what frameworks use of them to the ledger.
//
// Errors: CodeUnknownAgent, CodeStale, CodeName, CodeUnknownRole,
// CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid
// (intervals that overlap, are inverted, or are there already), CodeLimit (too many
// volumes, or the cluster's sum).
//
// Cost: proportional to what is named, to what the agent has, and to the depth of the roles.
func (a *Allocator) AddResourceProvider(id AgentID, total []Resource, used []Usage) error {
	defer a.settle()
	return a.operations.Agents.AddResourceProvider(id, total, used)
}

// ActivateAgent lets an agent's resources be offered again.
//
// Errors: CodeUnknownAgent, CodeStale.
//
// Cost: constant.
func (a *Allocator) ActivateAgent(id AgentID) error {
	defer a.settle()
	return a.operations.Agents.Activate(id, true)
}

// DeactivateAgent stops offers from an agent; what is in use on it stays
// accounted.
//
// Errors: CodeUnknownAgent, CodeStale.
//
// Cost: constant.
func (a *Allocator) DeactivateAgent(id AgentID) error {
	defer a.settle()
	return a.operations.Agents.Activate(id, false)
}

// UpdateUnavailability plans, changes or (nil) cancels an agent's maintenance. The next
// cycle asks frameworks anew; the agent becomes a candidate.
//
// Errors: CodeUnknownAgent, CodeStale, CodeInvalid (a negative duration).
//
// Cost: constant, but for the answers that it ends.
func (a *Allocator) UpdateUnavailability(id AgentID, u *Unavailability) error {
	defer a.settle()
	return a.operations.Agents.UpdateUnavailability(id, u)
}

// SetWhitelist restricts offers to agents on the named hosts; nil lifts the
// restriction.
//
// Cost: linear in the agents and in the list.
func (a *Allocator) SetWhitelist(hosts []string) {
	defer a.settle()
	a.agents.SetWhitelist(hosts)
}
