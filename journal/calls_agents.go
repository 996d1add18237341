package journal

import "github.com/apportion/apportion/core"

// AddAgent is core.Allocator.AddAgent.
func (a *Allocator) AddAgent(info core.AgentInfo) (core.AgentID, error) {
	result, err := a.Allocator.AddAgent(info)
	if c := a.begin(opAddAgent); c != nil {
		codeAgentInfo(c, &info)
		a.end(uint64(result), err)
	}
	return result, err
}

// UpdateAgent is core.Allocator.UpdateAgent.
func (a *Allocator) UpdateAgent(id core.AgentID, u core.AgentUpdate) error {
	err := a.Allocator.UpdateAgent(id, u)
	if c := a.begin(opUpdateAgent); c != nil {
		number(c, &id)
		codeAgentUpdate(c, &u)
		a.end(0, err)
	}
	return err
}

// RemoveAgent is core.Allocator.RemoveAgent.
func (a *Allocator) RemoveAgent(id core.AgentID) error {
	err := a.Allocator.RemoveAgent(id)
	if c := a.begin(opRemoveAgent); c != nil {
		number(c, &id)
		a.end(0, err)
	}
	return err
}

// ActivateAgent is core.Allocator.ActivateAgent.
func (a *Allocator) ActivateAgent(id core.AgentID) error {
	err := a.Allocator.ActivateAgent(id)
	if c := a.begin(opActivateAgent); c != nil {
		number(c, &id)
		a.end(0, err)
	}
	return err
}

// DeactivateAgent is core.Allocator.DeactivateAgent.
func (a *Allocator) DeactivateAgent(id core.AgentID) error {
	err := a.Allocator.DeactivateAgent(id)
	if c := a.begin(opDeactivateAgent); c != nil {
		number(c, &id)
		a.end(0, err)
	}
	return err
}

// AddResourceProvider is core.Allocator.AddResourceProvider.
func (a *Allocator) AddResourceProvider(id core.AgentID, total []core.Resource, used []core.Usage) error {
	err := a.Allocator.AddResourceProvider(id, total, used)
	if c := a.begin(opAddResourceProvider); c != nil {
		number(c, &id)
		c.resources(&total)
		list(c, &used, codeUsage)
		a.end(0, err)
	}
	return err
}

// UpdateUnavailability is core.Allocator.UpdateUnavailability.
func (a *Allocator) UpdateUnavailability(id core.AgentID, u *core.Unavailability) error {
	err := a.Allocator.UpdateUnavailability(id, u)
	if c := a.begin(opUpdateUnavailability); c != nil {
		number(c, &id)
		optional(c, &u, codeUnavailability)
		a.end(0, err)
	}
	return err
}

// UpdateInverseOffer is core.Allocator.UpdateInverseOffer.
func (a *Allocator) UpdateInverseOffer(u core.InverseOfferUpdate) error {
	err := a.Allocator.UpdateInverseOffer(u)
	if c := a.begin(opUpdateInverseOffer); c != nil {
		codeInverseOfferUpdate(c, &u)
		a.end(0, err)
	}
	return err
}

// AgentUpdate is what UpdateAgent is given.
type AgentUpdate struct {
	Agent  core.AgentID
	Update core.AgentUpdate
}

// ProviderResources are what AddResourceProvider is given.
type ProviderResources struct {
	Agent core.AgentID
	Total []core.Resource
	Used  []core.Usage
}

// AgentUnavailability is what UpdateUnavailability is given.
type AgentUnavailability struct {
	Agent          core.AgentID
	Unavailability *core.Unavailability
}

// agentsCalls reads what these calls were given, and makes them again.
var agentsCalls = map[op]read{
	opAddAgent: oneReturning(codeAgentInfo, (*core.Allocator).AddAgent),
	opUpdateAgent: func(c *coder) (any, play) {
		var x AgentUpdate
		number(c, &x.Agent)
		codeAgentUpdate(c, &x.Update)
		return x, func(a *core.Allocator) (uint64, error) { return 0, a.UpdateAgent(x.Agent, x.Update) }
	},
	opRemoveAgent:     oneArgument(codeNumber, (*core.Allocator).RemoveAgent),
	opActivateAgent:   oneArgument(codeNumber, (*core.Allocator).ActivateAgent),
	opDeactivateAgent: oneArgument(codeNumber, (*core.Allocator).DeactivateAgent),
	opAddResourceProvider: func(c *coder) (any, play) {
		var x ProviderResources
		number(c, &x.Agent)
		c.resources(&x.Total)
		list(c, &x.Used, codeUsage)
		return x, func(a *core.Allocator) (uint64, error) { return 0, a.AddResourceProvider(x.Agent, x.Total, x.Used) }
	},
	opUpdateUnavailability: func(c *coder) (any, play) {
		var x AgentUnavailability
		number(c, &x.Agent)
		optional(c, &x.Unavailability, codeUnavailability)
		return x, func(a *core.Allocator) (uint64, error) {
			return 0, a.UpdateUnavailability(x.Agent, x.Unavailability)
		}
	},
	opUpdateInverseOffer: oneArgument(codeInverseOfferUpdate, (*core.Allocator).UpdateInverseOffer),
}
