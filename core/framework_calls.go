package core

import (
	"slices"
	"strconv"

	"github.com/apportion/apportion/quantities"
)

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

// FrameworkUpdate is what UpdateFramework changes. What is nil is left alone.
type FrameworkUpdate struct {
	Capabilities *Capabilities
	Roles        *[]RoleID
	// Suppressed and MinAllocatable name roles of those that the framework is
	// subscribed to from now on. Where they are left alone, what they say of a
	// role that the framework leaves goes with it.
	Suppressed     *[]RoleID
	MinAllocatable *[]RoleMinimum
}

// RoleMinimum is what an offer in a role must hold at least: all quantities
// of one of the lists. No lists: anything.
type RoleMinimum struct {
	Role  RoleID
	Lists [][]Quantity
}

// AddFramework adds a framework, and accounts to it what agents say it uses.
// If it is active, every agent becomes a candidate of the next cycle.
//
// DIVERGES: Mesos counts for the framework what Used says, be it true or not,
// and aborts when that is recovered; here it is what the agents say.
//
// Errors: CodeExists, CodeName, CodeUnknownRole, CodeNotSubscribed (a
// suppressed role that is not among the roles), CodeNotAllocated.
func (a *Allocator) AddFramework(info FrameworkInfo) (FrameworkID, error) {
	if checking {
		defer a.verify()
	}
	if err := validateID("framework", info.ID); err != nil {
		return 0, err
	}
	if slot, ok := a.frameworkByName[info.ID]; ok && a.frameworks.at(slot).known {
		return 0, errorf(CodeExists, "framework %q: already added", info.ID)
	}
	minima, err := a.checkFramework(&info)
	if err != nil {
		return 0, err
	}
	if err := a.checkUsed(info.ID, info.Used); err != nil {
		return 0, err
	}

	slot := a.frameworkByNameOrShadow(info.ID)
	f := a.frameworks.at(slot)
	f.known, f.active = true, !info.Inactive
	f.capabilities = info.Capabilities.ofFramework()
	for _, r := range info.Roles {
		m := a.openMember(slot, r)
		mem := a.members.at(m)
		mem.subscribed = true
		mem.suppressed = slices.Contains(info.Suppressed, r)
		a.track(m)
	}
	a.setMinima(slot, minima)
	a.adoptShadow(slot)
	for _, m := range f.members {
		a.setActive(m)
	}
	if f.active {
		a.stirAll()
		a.requestAll()
	}
	return a.frameworkID(slot), nil
}

// AgentUsage is what a framework uses on one agent in one role.
type AgentUsage struct {
	Agent     string // the agent's id; it need not be known yet
	Role      RoleID
	Resources []Resource
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
		slot, ok := a.agentByName.find(u.Agent)
		if !ok || b.empty() {
			continue
		}
		if held := a.heldBy(slot, framework, u.Role); held == nil || !held.equal(b) {
			return errorf(CodeNotAllocated, "framework %q: the agent %q was added with other resources in use for role %q: %s, not %s",
				framework, u.Agent, a.roles.get(u.Role).path, a.format(held), a.format(b))
		}
	}
	return nil
}

// heldBy returns what a framework, known or not, holds on an agent, or nil.
func (a *Allocator) heldBy(slot agentSlot, framework string, role RoleID) *bag {
	f, ok := a.frameworkByName[framework]
	if !ok {
		return nil
	}
	m := a.findMember(f, role)
	if m == none {
		return nil
	}
	if i := a.agents.at(slot).findEntry(m); i != none {
		return &a.entries.at(i).held
	}
	return nil
}

// adoptShadow counts what a framework held before it was known in the
// sorters and the role tree.
func (a *Allocator) adoptShadow(slot frameworkSlot) {
	c := &a.scratch.charge
	b := &a.scratch.bags[0]
	for _, m := range a.frameworks.at(slot).members {
		first := a.members.at(m).entries
		if first != none {
			a.track(m)
		}
		for i := first; i != none; i = a.entries.at(i).nextOfMember {
			// A shared volume counts once: weigh against an entry that is
			// still empty.
			e := a.entries.at(i)
			b.copyFrom(&e.held)
			e.held.reset()
			a.weigh(c, i, b)
			e.held.add(b)
			a.chargeRoles(a.members.at(m).role, c, +1)
			a.pick(m, e.agent, c)
			a.unshadow(b)
		}
	}
}

type roleMinima struct {
	role RoleID
	rows []quantities.Row
}

// unshadow takes b out of the sum of what unknown frameworks hold.
func (a *Allocator) unshadow(b *bag) {
	row := &a.scratch.row
	row.Reset()
	b.scalars(row, &a.kinds)
	a.shadowUse.Sub(*row)
}

// checkFramework validates what AddFramework and UpdateFramework share and
// returns the minima of each role named.
func (a *Allocator) checkFramework(info *FrameworkInfo) ([]roleMinima, error) {
	if err := checkCapabilities("framework", info.ID, info.Capabilities); err != nil {
		return nil, err
	}
	for _, r := range info.Roles {
		if err := a.checkRole(r); err != nil {
			return nil, err.within("framework %q", info.ID)
		}
	}
	// DIVERGES: Mesos remembers suppressed roles and minima of roles that the
	// framework is not subscribed to, to no effect; here they are errors.
	for _, r := range info.Suppressed {
		if !slices.Contains(info.Roles, r) {
			return nil, errorf(CodeNotSubscribed, "framework %q: role %s is suppressed but not subscribed to", info.ID, a.roleText(r))
		}
	}
	for _, m := range info.MinAllocatable {
		if !slices.Contains(info.Roles, m.Role) {
			return nil, errorf(CodeNotSubscribed, "framework %q: has a minimum for role %s but is not subscribed to it", info.ID, a.roleText(m.Role))
		}
		for _, list := range m.Lists {
			if err := a.checkQuantities("framework \""+info.ID+"\": minimum allocatable resources", list); err != nil {
				return nil, err
			}
		}
	}
	var all []roleMinima
	for _, m := range info.MinAllocatable {
		rows, err := a.readMinima("framework \""+info.ID+"\": minimum allocatable resources", m.Lists)
		if err != nil {
			return nil, err
		}
		all = append(all, roleMinima{m.Role, rows})
	}
	return all, nil
}

// RemoveFramework removes a framework; what it was offered or had allocated
// becomes free.
//
// DIVERGES: in Mesos a part of what it held may stay on the agent, since it
// takes a list of resources from itself while going through it.
func (a *Allocator) RemoveFramework(id FrameworkID) error {
	if checking {
		defer a.verify()
	}
	f, slot, err := a.frameworkOf(id)
	if err != nil {
		return err
	}
	a.releaseAll(f, slot)
	for len(f.members) > 0 {
		m := f.members[len(f.members)-1]
		a.dropMemberFilters(m)
		a.members.at(m).subscribed = false
		a.settleMember(m)
	}
	a.dropInverseFilters(slot)
	a.forgetFramework(slot)
	return nil
}

// releaseAll frees all that a framework holds.
func (a *Allocator) releaseAll(f *framework, slot frameworkSlot) {
	b := &a.scratch.bags[0]
	agents := a.scratch.slots[:0]
	for _, m := range f.members {
		mem := a.members.at(m)
		for mem.entries != none {
			e := a.entries.at(mem.entries)
			agents = append(agents, e.agent)
			b.copyFrom(&e.held)
			a.release(mem.entries, b)
		}
	}
	if a.lists() {
		for _, x := range agents {
			a.unlistFramework(a.agents.at(x), slot)
		}
	}
	a.scratch.slots = agents
}

// ActivateFramework lets a framework be offered resources, but for the roles
// it has suppressed, and makes every agent a candidate.
func (a *Allocator) ActivateFramework(id FrameworkID) error {
	if checking {
		defer a.verify()
	}
	f, _, err := a.frameworkOf(id)
	if err != nil {
		return err
	}
	f.active = true
	for _, m := range f.members {
		a.setActive(m)
	}
	a.stirAll()
	a.requestAll()
	return nil
}

// DeactivateFramework stops offers to a framework and drops its filters.
// What it holds stays accounted.
func (a *Allocator) DeactivateFramework(id FrameworkID) error {
	if checking {
		defer a.verify()
	}
	f, slot, err := a.frameworkOf(id)
	if err != nil {
		return err
	}
	f.active = false
	for i := len(f.members) - 1; i >= 0; i-- {
		m := f.members[i]
		a.setActive(m)
		a.dropMemberFilters(m)
		a.settleMember(m)
	}
	a.dropInverseFilters(slot)
	return nil
}

// UpdateFramework changes a framework's roles, suppressed roles, capabilities
// and minima. Roles that it leaves while it holds resources of them stay
// accounted until those are recovered. Filters of roles that it leaves or no
// longer suppresses are dropped.
//
// Errors: CodeUnknownFramework, CodeStale, CodeInvalid, CodeName, CodeAmount,
// CodeUnknownRole, CodeNotSubscribed, CodeLimit.
func (a *Allocator) UpdateFramework(id FrameworkID, u FrameworkUpdate) error {
	if checking {
		defer a.verify()
	}
	f, slot, err := a.frameworkOf(id)
	if err != nil {
		return err
	}
	info := a.updatedInfo(f, &u)
	minima, cerr := a.checkFramework(&info)
	if cerr != nil {
		return cerr
	}
	f.capabilities = info.Capabilities.ofFramework()
	for _, r := range info.Roles {
		m := a.openMember(slot, r)
		mem := a.members.at(m)
		suppressed := slices.Contains(info.Suppressed, r)
		if mem.subscribed && mem.suppressed && !suppressed {
			a.dropMemberFilters(m)
		}
		mem.subscribed, mem.suppressed = true, suppressed
		a.track(m)
		a.setActive(m)
	}
	for i := len(f.members) - 1; i >= 0; i-- {
		if m := f.members[i]; !slices.Contains(info.Roles, a.members.at(m).role) {
			a.leave(m)
		}
	}
	if u.MinAllocatable != nil {
		a.setMinima(slot, minima)
	}
	a.dropInverseFilters(slot)
	a.stirAll()
	return nil
}

// updatedInfo returns what a framework is to be: what the update says, and what
// it was where the update is silent. Minima that stay are not repeated.
func (a *Allocator) updatedInfo(f *framework, u *FrameworkUpdate) FrameworkInfo {
	info := FrameworkInfo{ID: f.name, Capabilities: orElse(u.Capabilities, f.capabilities)}
	if u.Roles != nil {
		info.Roles = *u.Roles
	} else {
		for _, m := range f.members {
			if mem := a.members.at(m); mem.subscribed {
				info.Roles = append(info.Roles, mem.role)
			}
		}
	}
	if u.Suppressed != nil {
		info.Suppressed = *u.Suppressed
	} else {
		for _, m := range f.members {
			if mem := a.members.at(m); mem.suppressed && slices.Contains(info.Roles, mem.role) {
				info.Suppressed = append(info.Suppressed, mem.role)
			}
		}
	}
	info.MinAllocatable = orElse(u.MinAllocatable, nil)
	return info
}

// leave ends a member's subscription.
func (a *Allocator) leave(m memberSlot) {
	mem := a.members.at(m)
	if !mem.subscribed {
		return
	}
	mem.subscribed, mem.suppressed = false, false
	a.minima.leave(mem.minimum, m)
	mem.minimum = globalMinimum
	a.minima.join(globalMinimum, m)
	a.unbar(m)
	a.setActive(m)
	a.dropMemberFilters(m)
	a.settleMember(m)
}

// SuppressOffers stops offers to a framework in the roles named, or in all
// that it is subscribed to if none is.
func (a *Allocator) SuppressOffers(id FrameworkID, roles []RoleID) error {
	if checking {
		defer a.verify()
	}
	members, err := a.membersFor(id, roles)
	if err != nil {
		return err
	}
	for _, m := range members {
		a.members.at(m).suppressed = true
		a.setActive(m)
	}
	return nil
}

// ReviveOffers ends suppression and filters of a framework in the roles
// named, or in all that it is subscribed to if none is, and makes every agent
// a candidate.
func (a *Allocator) ReviveOffers(id FrameworkID, roles []RoleID) error {
	if checking {
		defer a.verify()
	}
	members, err := a.membersFor(id, roles)
	if err != nil {
		return err
	}
	_, slot, _ := a.frameworkOf(id)
	a.dropInverseFilters(slot)
	for _, m := range members {
		a.members.at(m).suppressed = false
		a.dropMemberFilters(m)
		a.setActive(m)
	}
	a.stirAll()
	a.requestAll()
	return nil
}

// membersFor returns a framework's members in the roles named, or all that
// are subscribed. The result is scratch.
func (a *Allocator) membersFor(id FrameworkID, roles []RoleID) ([]memberSlot, error) {
	f, slot, err := a.frameworkOf(id)
	if err != nil {
		return nil, err
	}
	out := a.scratch.members[:0]
	for _, r := range roles {
		if err := a.checkRole(r); err != nil {
			return nil, err.within("framework %q", f.name)
		}
		m := a.findMember(slot, r)
		if m == none || !a.members.at(m).subscribed {
			return nil, errorf(CodeNotSubscribed, "framework %q: is not subscribed to role %q", f.name, a.roles.get(r).path)
		}
		out = append(out, m)
	}
	if len(roles) == 0 {
		for _, m := range f.members {
			if a.members.at(m).subscribed {
				out = append(out, m)
			}
		}
	}
	a.scratch.members = out
	return out, nil
}

// RequestResources is accepted and, as in Mesos, changes nothing.
func (a *Allocator) RequestResources(id FrameworkID) error {
	if _, _, err := a.frameworkOf(id); err != nil {
		return err
	}
	return nil
}

func (a *Allocator) roleText(r RoleID) string {
	if int(r) >= a.roles.len() {
		return strconv.Itoa(int(r))
	}
	return strconv.Quote(a.roles.get(r).path)
}
