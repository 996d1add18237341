package core

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/resource"
)

// AddFramework adds a framework, and accounts to it what agents say it uses.
// If it is active, every agent becomes a candidate of the next cycle.
//
// DIVERGES: Mesos counts for the framework what Used says, true or not, and aborts when
// that is recovered. Here the agents say what counts.
//
// Errors: CodeName, CodeExists, CodeUnknownRole, CodeNotSubscribed (a role that
// is suppressed or has a minimum is not among the roles), CodeInvalid
// (capabilities, a role named twice, or a resource in a minimum, or
// intervals in use that overlap), CodeNotAllocated (agents were added with other resources in use),
// CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeLimit (too many resource names,
// or frameworks in roles).
//
// Cost: proportional to its roles, their depth and what it uses; a bit for each agent.
func (a *Allocator) AddFramework(info alloc.FrameworkInfo) (id alloc.FrameworkID, refused error) {
	defer func() {
		a.tidy()
		a.record(uint64(id), refused, func() calls.Call { return new(calls.AddFramework(info)) })
	}()
	if err := fault.CheckID("framework", info.ID); err != nil {
		return 0, err
	}
	if _, found := a.state.Frameworks.Find(info.ID); found {
		return 0, fault.Errorf(alloc.CodeExists, "framework %q: already added", info.ID)
	}
	if err := a.checkFramework(&info); err != nil {
		return 0, err
	}
	if err := a.checkUsed(info.ID, info.Used); err != nil {
		return 0, err
	}
	if err := a.state.Frameworks.RoomForSubscriptions(len(info.Roles)); err != nil {
		return 0, fault.Within(err, "framework %q", info.ID)
	}

	// Nothing has changed until here. What follows changes frameworks, roles (with their
	// sorters), the ledger, agents and changes.
	slot := a.state.Frameworks.FrameworkOrUnregistered(info.ID)
	f := a.state.Frameworks.At(slot)
	a.state.Frameworks.Register(slot)
	f.SetCapabilities(info.Capabilities)
	for _, r := range info.Roles {
		a.state.Frameworks.Subscribe(slot, r, a.scratch.suppressed.has(r))
	}
	a.state.Frameworks.SetMinima(slot, info.MinAllocatable)
	a.state.Ledger.CountUnregisteredUse(slot)
	if !info.Inactive {
		a.state.Frameworks.Activate(f)
		a.state.Changes.SubscriptionsChanged(f.Subscriptions...)
		a.state.Schedule.RequestAll(a.state.Agents.Alive)
	}
	return a.state.Frameworks.FrameworkID(slot), nil
}

// roleSet is roles by number.
type roleSet []alloc.RoleID

func (s *roleSet) set(list []alloc.RoleID) {
	*s = append((*s)[:0], list...)
	slices.Sort(*s)
}

func (s roleSet) has(r alloc.RoleID) bool {
	_, found := slices.BinarySearch(s, r)
	return found
}

// namedTwice is a role or a framework that a list names more than once, if there is one.
func namedTwice[T any, ID cmp.Ordered](list []T, named func(T) ID) (id ID, found bool) {
	ids := make([]ID, len(list)) // as large as the host's list: no memory to keep
	for i, x := range list {
		ids[i] = named(x)
	}
	slices.Sort(ids)
	return twice(ids)
}

// twice is what a sorted list has more than once, if it has anything.
func twice[ID cmp.Ordered](list []ID) (id ID, found bool) {
	for i := 1; i < len(list); i++ {
		if list[i] == list[i-1] {
			return list[i], true
		}
	}
	return id, false
}

// checkFramework validates what AddFramework and UpdateFramework share. It sets subscribed and
// suppressed.
func (a *Allocator) checkFramework(info *alloc.FrameworkInfo) error {
	if err := checkCapabilities("framework", info.ID, info.Capabilities, alloc.FrameworkCapabilities); err != nil {
		return err
	}
	for _, r := range info.Roles {
		if err := a.state.Roles.CheckRole(r); err != nil {
			return fault.Within(err, "framework %q", info.ID)
		}
	}
	a.scratch.subscribed.set(info.Roles)
	if role, found := twice(a.scratch.subscribed); found {
		return fault.Errorf(alloc.CodeInvalid, "framework %q: role %s is twice in its roles; name it once", info.ID, a.state.Roles.RoleText(role))
	}
	a.scratch.suppressed.set(info.Suppressed)
	// DIVERGES: Mesos remembers suppressed roles and minima of roles that the
	// framework is not subscribed to, to no effect; here they are errors.
	for _, r := range info.Suppressed {
		if !a.scratch.subscribed.has(r) {
			return fault.Errorf(alloc.CodeNotSubscribed, "framework %q: role %s is suppressed but not subscribed to", info.ID, a.state.Roles.RoleText(r))
		}
	}
	var lists [][]alloc.Quantity
	for _, m := range info.MinAllocatable {
		if !a.scratch.subscribed.has(m.Role) {
			return fault.Errorf(alloc.CodeNotSubscribed, "framework %q: has a minimum for role %s but is not subscribed to it", info.ID, a.state.Roles.RoleText(m.Role))
		}
		lists = append(lists, m.Lists...)
	}
	if role, found := namedTwice(info.MinAllocatable, func(m alloc.RoleMinimum) alloc.RoleID { return m.Role }); found {
		return fault.Errorf(alloc.CodeInvalid, "framework %q: role %s has two minima; give it one", info.ID, a.state.Roles.RoleText(role))
	}
	if err := a.state.Kinds.CheckLists(lists); err != nil {
		return fault.Within(err, "framework %q: minimum allocatable resources", info.ID)
	}
	return nil
}

// checkUsed compares what the host believes a framework to use with what the agents were added
// with. The host may name what is used in one place in several parts.
func (a *Allocator) checkUsed(framework string, used []alloc.AgentUsage) error {
	sums := map[inRole]*resource.Bag{} // by agent and role: as large as the host's list, so that there is no memory to keep
	for i := range used {
		u, b := &used[i], new(resource.Bag)
		err := a.state.Roles.CheckRole(u.Role)
		if err == nil {
			err = a.state.Kinds.ReadBag(b, u.Resources, "used")
		}
		at := inRole{u.Agent, u.Role}
		if sum, again := sums[at]; !again {
			sums[at] = b
		} else if err == nil {
			err = a.state.Kinds.AddUse(sum, b)
		}
		if err != nil {
			return fault.Within(err, "framework %q, used on agent %q", framework, u.Agent)
		}
	}
	for i := range used {
		u, b := &used[i], sums[inRole{used[i].Agent, used[i].Role}]
		slot, ok := a.state.Agents.ByName.Find(u.Agent)
		if !ok || b.Empty() {
			continue
		}
		if held := a.state.Ledger.OfferedOrAllocatedTo(slot, framework, u.Role); held == nil || !held.Equal(b) {
			return fault.Errorf(alloc.CodeNotAllocated, "framework %q: the agent %q was added with other resources in use for role %q: %s, not %s",
				framework, u.Agent, a.state.Roles.Path(u.Role), a.state.Kinds.Format(held), a.state.Kinds.Format(b))
		}
	}
	return nil
}
