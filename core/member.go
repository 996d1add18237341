package core

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/sorter"
)

// frameworkByNameOrShadow returns the framework of that id, creating a shadow
// if there is none.
func (a *Allocator) frameworkByNameOrShadow(name string) frameworkSlot {
	if slot, ok := a.frameworkByName[name]; ok {
		return slot
	}
	slot := a.frameworks.take()
	f := a.frameworks.at(slot)
	*f = framework{name: clone(name), generation: f.generation + 1, members: f.members[:0]}
	a.frameworkByName[f.name] = slot
	return slot
}

// forgetFramework frees a framework's slot; it has no members left.
func (a *Allocator) forgetFramework(slot frameworkSlot) {
	f := a.frameworks.at(slot)
	delete(a.frameworkByName, f.name)
	f.name = ""
	f.known, f.active = false, false
	a.frameworks.give(slot)
}

// findMember returns a framework's member in a role, or none.
func (a *Allocator) findMember(f frameworkSlot, r RoleID) memberSlot {
	for _, m := range a.frameworks.at(f).members {
		if a.members.at(m).role == r {
			return m
		}
	}
	return none
}

// openMember returns a framework's member in a role, creating one that is
// neither subscribed nor tracked.
func (a *Allocator) openMember(slot frameworkSlot, r RoleID) memberSlot {
	if m := a.findMember(slot, r); m != none {
		return m
	}
	m := a.members.take()
	a.epochs = setAt(a.epochs, m, max(1, a.epochAt(m)))
	*a.members.at(m) = member{framework: slot, role: r, live: true, entries: none, client: sorter.NoClient}
	f := a.frameworks.at(slot)
	i, _ := slices.BinarySearchFunc(f.members, r, func(m memberSlot, r RoleID) int {
		return strings.Compare(a.roles.get(a.members.at(m).role).path, a.roles.get(r).path)
	})
	f.members = slices.Insert(f.members, i, m)
	return m
}

// epochAt returns the epoch that a slot for members has reached.
func (a *Allocator) epochAt(m memberSlot) uint32 {
	if int(m) < len(a.epochs) {
		return a.epochs[m]
	}
	return 0
}

// settleMember ends what keeps a member no longer: it stays tracked while it
// is subscribed or holds resources, and remembered while it has filters
// (those outlive a subscription in Mesos, too). A framework that is not known
// is forgotten with its last member.
func (a *Allocator) settleMember(m memberSlot) {
	mem := a.members.at(m)
	if mem.subscribed || mem.entries != none {
		return
	}
	if mem.tracked {
		a.untrack(m)
	}
	if mem.filters > 0 {
		return
	}
	slot := mem.framework
	f := a.frameworks.at(slot)
	f.members = slices.DeleteFunc(f.members, func(x memberSlot) bool { return x == m })
	*mem = member{}
	a.nextEpoch(m)
	a.members.give(m)
	if !f.known && len(f.members) == 0 {
		a.forgetFramework(slot)
	}
}

// track makes a member a client of its role's framework sorter, and the role
// one of the role sorter if it is the first.
// HierarchicalAllocatorProcess::trackFrameworkUnderRole.
func (a *Allocator) track(m memberSlot) {
	mem := a.members.at(m)
	if mem.tracked {
		return
	}
	mem.tracked = true
	r := a.roles.get(mem.role)
	if r.frameworks == nil {
		r.client = must(a.roleSorter.Add(r.path))
		a.byClient = setAt(a.byClient, uint32(r.client), mem.role)
		if a.options.RoleSorter == sorter.Random {
			check(a.roleSorter.Activate(r.client))
		}
		r.frameworks = sorter.New(sorter.Options{
			Policy: a.options.FrameworkSorter,
			Totals: a.totals,
			Seed:   a.options.Seed ^ uint64(mem.role),
			Resort: a.options.ResortAtEachPick,
		})
	}
	name := a.frameworks.at(mem.framework).name
	client := must(r.frameworks.Add(name))
	mem.client = client
	r.byClient = setAt(r.byClient, uint32(client), m)
	i, _ := slices.BinarySearchFunc(r.members, name, func(x memberSlot, name string) int {
		return strings.Compare(a.frameworks.at(a.members.at(x).framework).name, name)
	})
	r.members = slices.Insert(r.members, i, m)
}

// untrack undoes track; the member holds nothing.
func (a *Allocator) untrack(m memberSlot) {
	mem := a.members.at(m)
	mem.subscribed = false
	a.setActive(m)
	r := a.roles.get(mem.role)
	check(r.frameworks.Remove(mem.client))
	mem.tracked = false
	mem.client = sorter.NoClient
	r.members = slices.DeleteFunc(r.members, func(x memberSlot) bool { return x == m })
	if len(r.members) == 0 {
		check(a.roleSorter.Remove(r.client))
		r.frameworks, r.client = nil, sorter.NoClient
		r.byClient = r.byClient[:0]
	}
}

// setActive makes a member take part in its role's sorter, or not, after
// what its framework and its subscription say. A role without active members
// is inactive in a DRF role sorter, so that cycles do not visit it in vain; in
// a random one it still weighs in when its siblings' chances are worked out.
//
// DIVERGES: Mesos activates a framework in the sorter when it revives or
// gains a role, even if the framework itself is inactive, and offers to it
// or (in the first stage) aborts. Here an inactive framework gets no offers.
//
// DIVERGES: a role that never had an active member has its weight looked up
// when it first does and not before. One sees it only if the role then ceases
// to be a client, has subroles, and is given a weight in between.
func (a *Allocator) setActive(m memberSlot) {
	mem := a.members.at(m)
	active := mem.tracked && mem.subscribed && !mem.suppressed && a.frameworks.at(mem.framework).active
	if active == mem.active {
		return
	}
	mem.active = active
	a.active.put(m, active)
	r := a.roles.get(mem.role)
	if active {
		a.activeMembers++
		check(r.frameworks.Activate(mem.client))
		if r.active++; r.active == 1 && a.options.RoleSorter == sorter.DRF {
			check(a.roleSorter.Activate(r.client))
		}
		return
	}
	a.activeMembers--
	check(r.frameworks.Deactivate(mem.client))
	if r.active--; r.active == 0 && a.options.RoleSorter == sorter.DRF {
		check(a.roleSorter.Deactivate(r.client))
	}
}

// setMinima replaces a framework's own minima.
func (a *Allocator) setMinima(slot frameworkSlot, minima []roleMinima) {
	for _, m := range a.frameworks.at(slot).members {
		mem := a.members.at(m)
		mem.hasMin, mem.minAllocatable = false, nil
		for _, x := range minima {
			if x.role == mem.role {
				mem.hasMin, mem.minAllocatable = true, x.rows
			}
		}
	}
}

// ExcludeAgents sets which agents offer constraints keep from a framework in
// a role: the host evaluates the constraints, the core never offers those
// agents. The list replaces the former one; an empty list excludes none.
func (a *Allocator) ExcludeAgents(id FrameworkID, r RoleID, agents []AgentID) error {
	if checking {
		defer a.verify()
	}
	members, err := a.membersFor(id, []RoleID{r})
	if err != nil {
		return err
	}
	m := members[0]
	for _, x := range agents {
		if _, _, err := a.agentOf(x); err != nil {
			return err
		}
	}
	mem := a.members.at(m)
	mem.excluded.reset()
	for _, x := range agents {
		_, slot := splitHandle(uint64(x))
		mem.excluded.set(slot)
	}
	a.stirAll()
	return nil
}

// ExcludeAgent excludes one agent from a framework in a role, or includes it
// again.
func (a *Allocator) ExcludeAgent(id FrameworkID, r RoleID, agent AgentID, excluded bool) error {
	if checking {
		defer a.verify()
	}
	members, err := a.membersFor(id, []RoleID{r})
	if err != nil {
		return err
	}
	m := members[0]
	_, slot, aerr := a.agentOf(agent)
	if aerr != nil {
		return aerr
	}
	a.members.at(m).excluded.put(slot, excluded)
	a.stir(slot)
	return nil
}

// must and check assert what the core's own bookkeeping guarantees of the
// sorters.
func must[T any](v T, err error) T {
	check(err)
	return v
}

func check(err error) {
	if err != nil {
		panic("apportion: bookkeeping: " + err.Error())
	}
}

// setAt stores v at index i of a slice that grows as needed.
func setAt[T any](s []T, i uint32, v T) []T {
	for int(i) >= len(s) {
		var zero T
		s = append(s, zero)
	}
	s[i] = v
	return s
}
