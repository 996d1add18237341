package core

import (
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// turns is the order in which clients of a sorter come: all of them, or those
// of a selection.
type turns struct {
	all  sorter.Cursor
	some *sorter.Selection // nil for all
}

func (t *turns) next() (sorter.Client, bool) {
	if t.some != nil {
		return t.some.Next()
	}
	return t.all.Next()
}

// names is a set of resource names as bits. The last one stands for all names
// that have none of their own.
type names uint64

const (
	sharedName = 63
	allNames   = ^names(0)
)

func nameBit(n quantities.Name) names { return 1 << min(n, sharedName) }

// usefulRoles narrows the roles that a stage asks for each agent. Many may come
// in vain: in the first stage those that have their guarantees already, which
// therefore have little and come first; in the second those that have used up
// their limits. Within a cycle such roles stay what they are, since consumption
// only grows. When a stage has come past enough of them, it goes on with a
// selection of the others.
type usefulRoles struct {
	selection sorter.Selection
	narrow    bool  // selection holds all roles that have a use for any of names
	names     names // what agents had so far in this stage
	vain      int   // roles that came in vain since the selection was given up
}

// roleUse returns the resource names that a role has a use for in a stage, at
// least as far as they are among those given.
type roleUse func(a *Allocator, c *cycleScratch, id RoleID, of names) names

func (u *usefulRoles) reset() { u.narrow, u.names, u.vain = false, 0, 0 }

// openRoles starts the roles' turns for an agent. Of names that are free, those
// without a use for any may be left out; 0 stands for something that anyone may
// have a use for.
func (a *Allocator) openRoles(c *cycleScratch, slot agentSlot, free names, use roleUse) {
	c.roles.some = nil
	switch {
	case a.options.RoleSorter != sorter.DRF || a.options.Test.FullPass:
	case c.few:
		c.roles.some = a.selectFewRoles(c)
	case free != 0:
		c.roles.some = a.selectUseful(c, free, use)
	}
	if c.roles.some != nil {
		c.roles.some.Begin()
		return
	}
	a.roleSorter.Begin(&c.roles.all, c.nonce(slot))
}

// selectUseful returns the selection of the roles with a use for any of the
// names, or nil as long as few others were come past.
func (a *Allocator) selectUseful(c *cycleScratch, free names, use roleUse) *sorter.Selection {
	u := &c.useful
	if free&^u.names != 0 {
		u.names |= free
		u.narrow = false
	}
	if u.narrow {
		return &u.selection
	}
	// To find the useful ones costs no more than what was wasted.
	if u.vain <= a.roleSorter.Count() {
		return nil
	}
	u.narrow, u.vain = true, 0
	u.selection.Reset(a.roleSorter)
	u.selection.AddWhere(func(client sorter.Client) bool {
		return use(a, c, a.byClient[client], u.names)&u.names != 0
	})
	return &u.selection
}

// fewShare is how much fewer members than all are few: then they are brought
// into order by themselves, where otherwise one in so many of those that come
// would be one of them.
const fewShare = 16

// selectFewRoles returns the selection of the roles of the few members that an
// agent may be offered to.
func (a *Allocator) selectFewRoles(c *cycleScratch) *sorter.Selection {
	c.fewRoles.Reset(a.roleSorter)
	for _, m := range c.fewMembers {
		c.fewRoles.Add(a.roles.get(a.members.at(m).role).client)
	}
	return &c.fewRoles
}

// openFrameworks starts the turns of a role's frameworks.
func (a *Allocator) openFrameworks(c *cycleScratch, slot agentSlot, id RoleID, r *role) {
	c.frameworks.some = nil
	if !c.few || r.active < fewShare || a.options.FrameworkSorter != sorter.DRF {
		r.frameworks.Begin(&c.frameworks.all, c.nonce(slot))
		return
	}
	c.frameworks.some = &c.fewFrameworks
	c.fewFrameworks.Reset(r.frameworks)
	members := c.fewMembers
	if len(r.members) < len(members) {
		members = r.members
	}
	for _, m := range members {
		if mem := a.members.at(m); mem.role == id && c.willing.has(m) {
			c.fewFrameworks.Add(mem.client)
		}
	}
	c.fewFrameworks.Begin()
}

// passRole notes that the role whose turn it was has no use for the agent, but
// for other names, if any.
func (c *cycleScratch) passRole(use names) {
	switch u := &c.useful; {
	case c.roles.some == nil:
		u.vain++
	case c.roles.some == &u.selection && use&u.names == 0:
		u.selection.Drop()
	}
}
