package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/sorter"
)

// interestedRoles narrows the roles that a stage asks for each agent. Many may come in
// vain: in the first stage roles whose guarantees are met, which have little and so come
// first; in the second roles that have used up their limits. Consumption only grows, so
// they stay so within a cycle.
//
// A stage that has passed more roles in vain than the sorter has goes on with a selection
// of those that have a use for names.
type interestedRoles struct {
	selection sorter.Selection
	Narrowed  bool          // selection holds all roles that have a use for any of names
	names     roles.NameSet // free on agents so far in this stage
	inVain    int           // roles that came in vain since the selection was given up

	ofFew sorter.Selection // the roles of few subscriptions
}

// roleNames returns the resource names for which a role has a use in a stage. Only those
// among the given names need be right.
type roleNames func(c *Cycle, id api.RoleID, of roles.NameSet) roles.NameSet

func (r *interestedRoles) reset() { r.Narrowed, r.names, r.inVain = false, 0, 0 }

// openRoles starts the iteration of the roles for an agent. It may leave out roles
// without a use for any of the free names. If free is 0, anyone may have a use for
// something on the agent.
func (v *Visit) openRoles(free roles.NameSet, use roleNames) {
	a := v.a
	if a.roles.Sorter.Selectable() && !a.options.Test.FullPass {
		if v.audience == theFew {
			v.roles.begin(fewClients, v.selectRolesOfFew())
			return
		}
		if free != 0 && v.C.narrowRoles(free, use) {
			v.roles.begin(interestedClients, &v.C.Roles.selection)
			return
		}
	}
	v.roles.beginAll(a.roles.Sorter, v.C.nonce(v.Slot))
}

// narrowRoles selects the roles with a use for any of the names. It returns false until
// the stage has passed more roles in vain than the sorter has.
func (c *Cycle) narrowRoles(free roles.NameSet, use roleNames) bool {
	r, a := &c.Roles, c.a
	if free&^r.names != 0 {
		r.names |= free
		r.Narrowed = false
	}
	if r.Narrowed {
		return true
	}
	// To find the interested ones costs no more than what was wasted.
	if r.inVain <= a.roles.Sorter.Count() {
		return false
	}
	r.Narrowed, r.inVain = true, 0
	r.selection.Reset(a.roles.Sorter)
	r.selection.AddWhere(func(client sorter.Client) bool {
		return use(c, a.roles.ByClient[client], r.names)&r.names != 0
	})
	return true
}

// passRole notes that the role whose turn it was has no use for the agent. use is the
// names for which it has one.
func (v *Visit) passRole(use roles.NameSet) {
	switch r := &v.C.Roles; {
	case v.roles.from == allClients:
		r.inVain++
	case v.roles.from == interestedClients && use&r.names == 0:
		r.selection.Drop()
	}
}

// selectRolesOfFew selects the roles of the subscriptions in Visit.few.
func (v *Visit) selectRolesOfFew() *sorter.Selection {
	selection := &v.C.Roles.ofFew
	selection.Reset(v.a.roles.Sorter)
	for _, m := range v.few {
		selection.Add(v.a.roles.Get(v.a.frameworks.Subscriptions.At(m).Role).Client)
	}
	return selection
}
