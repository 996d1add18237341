package core

import "slices"

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
	// Used is what the host believes the framework to use already. For agents
	// that have been added it must be what they were added with; for others it
	// is ignored, since those bring it along.
	Used []AgentUsage
}

// AgentUsage is what a framework uses on one agent in one role.
type AgentUsage struct {
	Agent     string // the agent's id; it need not be known yet
	Role      RoleID
	Resources []Resource
}

// AddFramework adds a framework, and accounts to it what agents say it uses.
// If it is active, every agent becomes a candidate of the next cycle.
//
// DIVERGES: Mesos counts for the framework what Used says, be it true or not,
// and aborts when that is recovered; here it is what the agents say.
//
// Errors: CodeName, CodeExists, CodeUnknownRole, CodeNotSubscribed (a role that
// is suppressed or has a minimum is not among the roles), CodeInvalid
// (capabilities, or a resource named twice in a minimum), CodeNotAllocated
// (agents were added with other resources in use), CodeUnknownKind,
// CodeUnknownItem, CodeAmount, CodeLimit (too many resource
// names, or frameworks in roles).
func (a *Allocator) AddFramework(info FrameworkInfo) (FrameworkID, error) {
	defer a.settle()
	if err := validateID("framework", info.ID); err != nil {
		return 0, err
	}
	if slot, ok := a.frameworkByName[info.ID]; ok && a.frameworks.At(slot).registered {
		return 0, errorf(CodeExists, "framework %q: already added", info.ID)
	}
	if err := a.checkFramework(&info); err != nil {
		return 0, err
	}
	if err := a.checkUsed(info.ID, info.Used); err != nil {
		return 0, err
	}
	if err := a.roomForSubscriptions(len(info.Roles)); err != nil {
		return 0, err.within("framework %q", info.ID)
	}

	slot := a.frameworkOrUnregistered(info.ID)
	f := a.frameworks.At(slot)
	a.register(slot, f)
	f.active = !info.Inactive
	f.capabilities = info.Capabilities.ofFramework()
	for _, r := range info.Roles {
		m := a.openSubscription(slot, r)
		sub := a.subscriptions.At(m)
		sub.subscribed = true
		sub.suppressed = slices.Contains(info.Suppressed, r)
		a.track(m)
	}
	a.setMinima(slot, a.readRoleMinima(info.MinAllocatable))
	a.countUnregisteredUse(slot)
	for _, m := range f.subscriptions {
		a.setActive(m)
	}
	if f.active {
		a.markAllDirty()
		a.requestAll()
	}
	return a.frameworkID(slot), nil
}

// checkFramework validates what AddFramework and UpdateFramework share.
func (a *Allocator) checkFramework(info *FrameworkInfo) error {
	if err := checkCapabilities("framework", info.ID, info.Capabilities); err != nil {
		return err
	}
	for _, r := range info.Roles {
		if err := a.checkRole(r); err != nil {
			return err.within("framework %q", info.ID)
		}
	}
	// DIVERGES: Mesos remembers suppressed roles and minima of roles that the
	// framework is not subscribed to, to no effect; here they are errors.
	for _, r := range info.Suppressed {
		if !slices.Contains(info.Roles, r) {
			return errorf(CodeNotSubscribed, "framework %q: role %s is suppressed but not subscribed to", info.ID, a.roleText(r))
		}
	}
	var lists [][]Quantity
	for _, m := range info.MinAllocatable {
		if !slices.Contains(info.Roles, m.Role) {
			return errorf(CodeNotSubscribed, "framework %q: has a minimum for role %s but is not subscribed to it", info.ID, a.roleText(m.Role))
		}
		lists = append(lists, m.Lists...)
	}
	if err := a.checkMinima(lists); err != nil {
		return err.within("framework %q: minimum allocatable resources", info.ID)
	}
	return nil
}

// checkUsed compares what the host believes a framework to use with what the
// agents were added with.
func (a *Allocator) checkUsed(framework string, used []AgentUsage) error {
	b := &a.scratch.bags[0]
	for i := range used {
		u := &used[i]
		if err := a.checkRole(u.Role); err != nil {
			return err.within("framework %q, used on agent %q", framework, u.Agent)
		}
		if err := a.readBag(b, u.Resources, "used"); err != nil {
			return err.within("framework %q, used on agent %q", framework, u.Agent)
		}
		slot, ok := a.agentByName.Find(u.Agent)
		if !ok || b.Empty() {
			continue
		}
		if held := a.offeredOrAllocatedTo(slot, framework, u.Role); held == nil || !held.Equal(b) {
			return errorf(CodeNotAllocated, "framework %q: the agent %q was added with other resources in use for role %q: %s, not %s",
				framework, u.Agent, a.roles.get(u.Role).path, a.format(held), a.format(b))
		}
	}
	return nil
}
