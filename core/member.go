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
	if cap(f.members) == 0 {
		f.members = f.few[:0]
	}
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
	a.minima.join(globalMinimum, m)
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
	a.unbar(m)
	a.minima.leave(mem.minimum, m)
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
			Resort: a.options.Test.Resort,
		})
	}
	name := a.frameworks.at(mem.framework).name
	client := must(r.frameworks.Add(name))
	mem.client = client
	r.byClient = setAt(r.byClient, uint32(client), m)
	mem.place = uint32(len(r.members))
	r.members = append(r.members, m)
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
	last := r.members[len(r.members)-1]
	r.members[mem.place] = last
	a.members.at(last).place = mem.place
	r.members = r.members[:len(r.members)-1]
	if len(r.members) == 0 {
		check(a.roleSorter.Remove(r.client))
		r.frameworks, r.client = nil, sorter.NoClient
		r.byClient = r.byClient[:0]
	}
}

// membersByName appends a role's members to dst in the order of their
// frameworks' ids.
func (a *Allocator) membersByName(dst []memberSlot, r *role) []memberSlot {
	dst = append(dst, r.members...)
	slices.SortFunc(dst, func(x, y memberSlot) int {
		return strings.Compare(a.frameworks.at(a.members.at(x).framework).name, a.frameworks.at(a.members.at(y).framework).name)
	})
	return dst
}

// setActive makes a member take part in its role's sorter, or not, after
// what its framework and its subscription say. A role without active members
// is inactive in a DRF role sorter, so that cycles do not visit it in vain; in
// a random one it still weighs in when its siblings' chances are worked out.
//
// DIVERGES: Mesos activates a framework in the sorter when it revives or
// gains a role, even if the framework itself is inactive, and offers to it
// or (in the first stage) aborts. Here an inactive framework gets no offers.
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
		a.allSpent = 0
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
