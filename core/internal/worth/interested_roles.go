package worth

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/sorter"
)

// interestedRoles narrows the roles that a stage goes through on each agent. In the guarantee
// stage, roles whose guarantees are met often come first, since they hold little. In the fair
// stage, roles may be at their limits. Both are passed over, for the whole cycle: consumption
// only grows in it.
//
// Once a stage has passed over more roles than the sorter has, it goes through a selection: the
// roles with a use for any of names. When an agent has another name free, the selection ends
// (narrowRoles), and so it does with the stage (reset).
type interestedRoles struct {
	selection sorter.Selection
	narrowed  bool          // selection holds all roles that have a use for any of names
	names     roles.NameSet // free on agents so far in this stage
	inVain    int           // roles passed over since the selection was given up

	ofFew sorter.Selection // the roles of few subscriptions
}

// roleNames returns the names for which a role has a use in a stage. Of names that are not in
// of, it may say anything.
type roleNames func(w *Worth, client sorter.Client, of roles.NameSet) roles.NameSet

// HasNarrowedRoles reports whether the stage goes on with a selection of roles.
func (w *Worth) HasNarrowedRoles() bool { return w.interested.narrowed }

func (r *interestedRoles) reset() { r.narrowed, r.names, r.inVain = false, 0, 0 }

// LookUpWeights looks up the weights of all roles, as Mesos does in each cycle even if
// nothing is free.
func (w *Worth) LookUpWeights() { w.roleOrder.beginAll(w.roles.Sorter, 0) }

// openRoles starts the iteration of the roles for an agent. It may leave out roles without
// a use for any of the free names. If free is 0, anyone may have a use for something.
func (w *Worth) openRoles(use roleNames) {
	isFew := w.audience.are == few && !w.wasCut && !w.fullPass
	if isFew {
		if id, one := w.onlyRoleOf(w.audience.few); one {
			w.roleOrder.beginOne(w.roles.Get(id).Client)
			return
		}
	}
	if w.roles.Sorter.Selectable() && !w.fullPass {
		if w.wasCut {
			w.roleOrder.begin(clientsWithRoom, w.rolesWithRoom())
			return
		}
		if isFew {
			w.roleOrder.begin(fewClients, w.rolesOfFew())
			return
		}
		if w.free != 0 && !w.withTakers && w.narrowRoles(use) {
			w.roleOrder.begin(interestedClients, &w.interested.selection)
			return
		}
	}
	w.roleOrder.beginAll(w.roles.Sorter, w.nonce)
}

// onlyRoleOf returns the role that all of some subscriptions are in.
func (r *Rules) onlyRoleOf(some []slots.Subscription) (id api.RoleID, one bool) {
	for i, m := range some {
		role := r.frameworks.Subscriptions.At(m).Role
		if i > 0 && id != role {
			return api.NoRole, false
		}
		id = role
	}
	return id, len(some) > 0
}

// narrowRoles selects the roles with a use for any of the names. It returns false until
// the stage has passed over more roles than the sorter has.
func (w *Worth) narrowRoles(use roleNames) bool {
	r := &w.interested
	if w.free&^r.names != 0 {
		r.names |= w.free
		r.narrowed = false
	}
	if r.narrowed {
		return true
	}
	// To find the interested ones costs no more than what was wasted.
	if r.inVain <= w.roles.Sorter.Count() {
		return false
	}
	r.narrowed, r.inVain = true, 0
	r.selection.Reset(w.roles.Sorter)
	r.selection.AddWhere(func(client sorter.Client) bool { return use(w, client, r.names)&r.names != 0 })
	return true
}

// passRole notes that the role whose turn it was has no use for the agent. use is the
// names for which it has one.
func (w *Worth) passRole(use roles.NameSet) {
	switch r := &w.interested; {
	case w.roleOrder.from == allClients:
		r.inVain++
	case w.roleOrder.from == interestedClients && use&r.names == 0:
		r.selection.Drop()
	}
}

// rolesOfFew returns the selection of the roles of the few subscriptions. That of the fresh ones
// serves all visits in part of a cycle, also where some of them are excluded.
func (w *Worth) rolesOfFew() *sorter.Selection {
	if !w.inPart {
		w.interested.ofFew.Reset(w.roles.Sorter)
		w.addRolesOf(&w.interested.ofFew, w.audience.few)
		return &w.interested.ofFew
	}
	f := &w.fresh
	if !f.selected {
		f.selected = true
		f.selection.Reset(w.roles.Sorter)
		w.addRolesOf(&f.selection, f.list)
	}
	return &f.selection
}

// addRolesOf adds the roles of some subscriptions to a selection.
func (r *Rules) addRolesOf(selection *sorter.Selection, some []slots.Subscription) {
	for _, m := range some {
		selection.Add(r.roles.Get(r.frameworks.Subscriptions.At(m).Role).Client)
	}
}
