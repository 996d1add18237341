package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/api"
)

// AddFramework adds a framework, and accounts to it what agents say it uses.
// If it is active, every agent becomes a candidate of the next cycle.
//
// DIVERGES: Mesos counts for the framework what Used says, true or not, and aborts when
// that is recovered. Here the agents say what counts.
//
// Errors: CodeName, CodeExists, CodeUnknownRole, CodeNotSubscribed (a role that
// is suppressed or has a minimum is not among the roles), CodeInvalid
// (capabilities, or a resource named twice in a minimum), CodeNotAllocated
// (agents were added with other resources in use), CodeUnknownKind,
// CodeUnknownItem, CodeAmount, CodeLimit (too many resource
// names, or frameworks in roles).
func (a *Allocator) AddFramework(info FrameworkInfo) (FrameworkID, error) {
	defer a.settle()
	if err := api.ValidateID("framework", info.ID); err != nil {
		return 0, err
	}
	if slot, ok := a.frameworks.ByName[info.ID]; ok && a.frameworks.At(slot).Registered {
		return 0, api.Errorf(CodeExists, "framework %q: already added", info.ID)
	}
	if err := a.checkFramework(&info); err != nil {
		return 0, err
	}
	if err := a.checkUsed(info.ID, info.Used); err != nil {
		return 0, err
	}
	if err := a.frameworks.RoomForSubscriptions(len(info.Roles)); err != nil {
		return 0, api.Within(err, "framework %q", info.ID)
	}

	slot := a.frameworks.FrameworkOrUnregistered(info.ID)
	f := a.frameworks.At(slot)
	a.frameworks.Register(slot, f)
	f.Active = !info.Inactive
	f.Capabilities = api.OfFramework(info.Capabilities)
	for _, r := range info.Roles {
		m := a.frameworks.OpenSubscription(slot, r)
		sub := a.frameworks.Subscriptions.At(m)
		sub.Subscribed = true
		sub.Suppressed = slices.Contains(info.Suppressed, r)
		a.frameworks.Track(m)
	}
	a.frameworks.SetMinima(slot, a.frameworks.ReadRoleMinima(info.MinAllocatable))
	a.ledger.CountUnregisteredUse(slot)
	for _, m := range f.Subscriptions {
		a.frameworks.SetActive(m)
	}
	if f.Active {
		a.agents.MarkAllDirty()
		a.agents.RequestAll()
	}
	return a.frameworks.FrameworkID(slot), nil
}

// checkFramework validates what AddFramework and UpdateFramework share.
func (a *Allocator) checkFramework(info *FrameworkInfo) error {
	if err := api.CheckCapabilities("framework", info.ID, info.Capabilities); err != nil {
		return err
	}
	for _, r := range info.Roles {
		if err := a.roles.CheckRole(r); err != nil {
			return api.Within(err, "framework %q", info.ID)
		}
	}
	// DIVERGES: Mesos remembers suppressed roles and minima of roles that the
	// framework is not subscribed to, to no effect; here they are errors.
	for _, r := range info.Suppressed {
		if !slices.Contains(info.Roles, r) {
			return api.Errorf(CodeNotSubscribed, "framework %q: role %s is suppressed but not subscribed to", info.ID, a.roles.RoleText(r))
		}
	}
	var lists [][]Quantity
	for _, m := range info.MinAllocatable {
		if !slices.Contains(info.Roles, m.Role) {
			return api.Errorf(CodeNotSubscribed, "framework %q: has a minimum for role %s but is not subscribed to it", info.ID, a.roles.RoleText(m.Role))
		}
		lists = append(lists, m.Lists...)
	}
	if err := a.frameworks.CheckMinima(lists); err != nil {
		return api.Within(err, "framework %q: minimum allocatable resources", info.ID)
	}
	return nil
}

// checkUsed compares what the host believes a framework to use with what the
// agents were added with.
func (a *Allocator) checkUsed(framework string, used []AgentUsage) error {
	b := &a.scratch.bags[0]
	for i := range used {
		u := &used[i]
		if err := a.roles.CheckRole(u.Role); err != nil {
			return api.Within(err, "framework %q, used on agent %q", framework, u.Agent)
		}
		if err := a.kinds.ReadBag(b, u.Resources, "used"); err != nil {
			return api.Within(err, "framework %q, used on agent %q", framework, u.Agent)
		}
		slot, ok := a.agents.ByName.Find(u.Agent)
		if !ok || b.Empty() {
			continue
		}
		if held := a.ledger.OfferedOrAllocatedTo(slot, framework, u.Role); held == nil || !held.Equal(b) {
			return api.Errorf(CodeNotAllocated, "framework %q: the agent %q was added with other resources in use for role %q: %s, not %s",
				framework, u.Agent, a.roles.Get(u.Role).Path, a.kinds.Format(held), a.kinds.Format(b))
		}
	}
	return nil
}
