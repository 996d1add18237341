package core

// RecoverResources makes resources free again that were offered or allocated. Even without
// Allocated, resources in use are so no longer once the role's frameworks do not hold them.
//
// Errors: CodeUnknownAgent, CodeUnknownFramework, CodeStale, CodeUnknownRole,
// CodeNotAllocated (more is recovered than is held or, with Allocated, in use),
// CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid (intervals that overlap
// or are inverted), CodeLimit (too many volumes, or their sum).
//
// Cost: proportional to what is named, to who holds some of the agent, and to the role's
// depth.
func (a *Allocator) RecoverResources(q RecoverRequest) error {
	defer a.settle()
	return a.operations.Offers.RecoverResources(&q)
}

// TransitionOfferedToAllocated tells that tasks of a role now use offered resources. To
// tell it again does not change what is in use.
//
// Errors: CodeUnknownAgent, CodeStale, CodeUnknownRole, CodeNotAllocated (the
// role's frameworks do not hold them), CodeUnknownKind, CodeUnknownItem,
// CodeAmount, CodeInvalid (intervals that overlap or are inverted), CodeLimit (too
// many volumes, or the sum of what was told).
//
// Cost: proportional to what is named, to who holds some of the agent, and to the role's
// depth.
func (a *Allocator) TransitionOfferedToAllocated(id AgentID, r RoleID, resources []Resource) error {
	defer a.settle()
	return a.operations.Offers.Transition(id, r, resources)
}

// UpdateAllocation applies conversions to what a framework was offered, and to the agent's
// total. It mirrors HierarchicalAllocatorProcess::updateAllocation.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotAllocated (the framework does not hold what was offered),
// CodeNotAvailable (a conversion consumes what is not there), CodeConversion
// (amounts change otherwise than by removal), CodeUnknownKind, CodeUnknownItem,
// CodeAmount, CodeInvalid (intervals that overlap or are inverted), CodeLimit
// (too many volumes, or the cluster's sum).
//
// Cost: proportional to what is named, to what the agent has and who holds some of it, and
// to the role's depth.
func (a *Allocator) UpdateAllocation(u AllocationUpdate) error {
	defer a.settle()
	return a.operations.Offers.UpdateAllocation(&u)
}

// UpdateAvailable applies an operator's conversions to what is free on an agent: reserve,
// unreserve, create, destroy. If what they need is in use, it fails with CodeNotAvailable
// and leaves no trace. It mirrors HierarchicalAllocatorProcess::updateAvailable.
//
// Errors: CodeUnknownAgent, CodeStale, CodeNotAvailable (what a conversion
// consumes is in use or not there), CodeConversion (amounts change),
// CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid (intervals that
// overlap or are inverted), CodeLimit (too many volumes, or the cluster's sum).
//
// Cost: proportional to what is named, to what the agent has, and to the depth of the roles.
func (a *Allocator) UpdateAvailable(id AgentID, conversions []Conversion) error {
	defer a.settle()
	return a.operations.Offers.UpdateAvailable(id, conversions)
}

// UpdateInverseOffer enters a framework's answer to an inverse offer.
//
// Errors: CodeUnknownAgent, CodeUnknownFramework, CodeStale, CodeState (no
// maintenance is planned for the agent), CodeInvalid (an unknown status).
//
// Cost: the logarithm of the agent's answers; now and then a look at its filters for inverse
// offers.
func (a *Allocator) UpdateInverseOffer(u InverseOfferUpdate) error {
	defer a.settle()
	return a.operations.Offers.UpdateInverseOffer(&u)
}

// InverseOfferStatuses appends to agents all agents under maintenance, and to dst the
// answers of frameworks about them, by agent slot and framework id.
//
// Cost: linear in the agents under maintenance and their answers.
func (a *Allocator) InverseOfferStatuses(dst []InverseOfferStatus, agents []AgentID) ([]InverseOfferStatus, []AgentID) {
	for _, slot := range a.agents.Maintained.Append(nil) {
		agents = append(agents, a.agents.AgentID(slot))
		for x := range a.agents.At(slot).Maintenance.Answers.All {
			if x.Status != NoStatus {
				dst = append(dst, InverseOfferStatus{Agent: a.agents.AgentID(slot), Framework: x.Framework, Status: x.Status})
			}
		}
	}
	return dst, agents
}

// Prefetch is for a host that makes many calls one after the other: it asks the processor
// for the memory of agents that calls soon to come are about. calls are all of them, i is the one
// that comes next. Prefetch changes nothing, and answers nothing. What is no agent's handle in
// the list is passed over.
//
// Cost: constant.
func (a *Allocator) Prefetch(calls []Upcoming, i int) { a.ledger.Prefetch(calls, i) }
