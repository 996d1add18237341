package operations

import (
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
)

// Add adds a framework (core.Allocator.AddFramework).
func (o *Frameworks) Add(info *api.FrameworkInfo) (api.FrameworkID, error) {
	if err := api.ValidateID("framework", info.ID); err != nil {
		return 0, err
	}
	if _, found := frameworks.Find(o.frameworks, info.ID); found {
		return 0, api.Errorf(api.CodeExists, "framework %q: already added", info.ID)
	}
	if err := o.checkFramework(info); err != nil {
		return 0, err
	}
	if err := o.checkUsed(info.ID, info.Used); err != nil {
		return 0, err
	}
	if err := o.frameworks.RoomForSubscriptions(len(info.Roles)); err != nil {
		return 0, api.Within(err, "framework %q", info.ID)
	}

	// Nothing has changed until here. What follows changes frameworks, roles (with their
	// sorters), the ledger, agents and changes.
	slot := o.frameworks.FrameworkOrUnregistered(info.ID)
	f := o.frameworks.At(slot)
	o.frameworks.Register(slot, f)
	f.SetCapabilities(info.Capabilities)
	for _, r := range info.Roles {
		o.frameworks.Subscribe(slot, r, o.suppressed.has(r))
	}
	o.frameworks.SetMinima(slot, info.MinAllocatable)
	o.ledger.CountUnregisteredUse(slot)
	if !info.Inactive {
		o.frameworks.Activate(f)
		o.changes.SubscriptionsChanged(f.Subscriptions...)
		o.agents.RequestAll()
	}
	return o.frameworks.FrameworkID(slot), nil
}

// roleSet is roles by number.
type roleSet []api.RoleID

func (s *roleSet) set(list []api.RoleID) {
	*s = append((*s)[:0], list...)
	slices.Sort(*s)
}

func (s roleSet) has(r api.RoleID) bool {
	_, found := slices.BinarySearch(s, r)
	return found
}

// checkFramework validates what AddFramework and UpdateFramework share. It sets subscribed and
// suppressed.
func (o *Frameworks) checkFramework(info *api.FrameworkInfo) error {
	if err := api.CheckCapabilities("framework", info.ID, info.Capabilities); err != nil {
		return err
	}
	for _, r := range info.Roles {
		if err := o.roles.CheckRole(r); err != nil {
			return api.Within(err, "framework %q", info.ID)
		}
	}
	o.subscribed.set(info.Roles)
	o.suppressed.set(info.Suppressed)
	// DIVERGES: Mesos remembers suppressed roles and minima of roles that the
	// framework is not subscribed to, to no effect; here they are errors.
	for _, r := range info.Suppressed {
		if !o.subscribed.has(r) {
			return api.Errorf(api.CodeNotSubscribed, "framework %q: role %s is suppressed but not subscribed to", info.ID, o.roles.RoleText(r))
		}
	}
	var lists [][]api.Quantity
	for _, m := range info.MinAllocatable {
		if !o.subscribed.has(m.Role) {
			return api.Errorf(api.CodeNotSubscribed, "framework %q: has a minimum for role %s but is not subscribed to it", info.ID, o.roles.RoleText(m.Role))
		}
		lists = append(lists, m.Lists...)
	}
	if err := o.kinds.CheckLists(lists); err != nil {
		return api.Within(err, "framework %q: minimum allocatable resources", info.ID)
	}
	return nil
}

// place is where a framework may use something: an agent, for a role.
type place struct {
	agent string
	role  api.RoleID
}

// checkUsed compares what the host believes a framework to use with what the agents were added
// with. The host may name what is used in one place in several parts.
func (o *Frameworks) checkUsed(framework string, used []api.AgentUsage) error {
	bags := make([]resource.Bag, len(used)) // as large as the host's list: no memory to keep
	first := map[place]int{}                // the first AgentUsage of each
	for i := range used {
		u, b := &used[i], &bags[i]
		fail := func(err *api.Error) error {
			return api.Within(err, "framework %q, used on agent %q", framework, u.Agent)
		}
		if err := o.roles.CheckRole(u.Role); err != nil {
			return fail(err)
		}
		if err := o.kinds.ReadBag(b, u.Resources, "used"); err != nil {
			return fail(err)
		}
		at := place{u.Agent, u.Role}
		j, again := first[at]
		if !again {
			first[at] = i
			continue
		}
		if err := o.addApart(&bags[j], b); err != nil {
			return fail(err)
		}
		b.Reset()
	}
	for i := range used {
		u, b := &used[i], &bags[i]
		slot, ok := o.agents.ByName.Find(u.Agent)
		if !ok || b.Empty() {
			continue
		}
		if held := o.ledger.OfferedOrAllocatedTo(slot, framework, u.Role); held == nil || !held.Equal(b) {
			return api.Errorf(api.CodeNotAllocated, "framework %q: the agent %q was added with other resources in use for role %q: %s, not %s",
				framework, u.Agent, o.roles.Path(u.Role), o.kinds.Format(held), o.kinds.Format(b))
		}
	}
	return nil
}

// addApart adds more of what is used to sum, which has none of the same intervals.
func (o *state) addApart(sum, more *resource.Bag) *api.Error {
	for _, x := range more.Intervals {
		if sum.Intervals.Overlaps(x) {
			return api.Errorf(api.CodeInvalid, "%s %d-%d is used twice", o.names.String(o.kinds.Get(uint32(x.Kind)).Name), x.Begin, x.End)
		}
	}
	return o.kinds.AddTo(sum, more, "in use")
}
