package demand

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/sorter"
)

// rolesToAsk are the roles that a visit goes through, in order.
type rolesToAsk struct {
	*state
	new  *newTakers
	whom *frameworksToAsk

	order      clientIterator
	interested interestedRoles
	ofFew      sorter.Selection // the roles of few subscriptions
}

// interestedRoles narrows the roles that a stage goes through on each agent. In the guarantee
// stage, roles whose guarantees are met often come first, since they hold little. In the fair
// stage, roles may be at their limits. Both are passed over, for the whole cycle: consumption
// only grows in it. Without it each agent of quota_mixed passes over 2,500 roles.
//
// Once a stage has passed over more roles than the sorter has, it goes through a selection: the
// roles with a use for any of names. When an agent has another name free, the selection ends
// (narrow), and so it does with the stage (reset).
//
// Invariant: within a stage, while narrowed, selection has every active role with a use for any of
// names.
type interestedRoles struct {
	selection sorter.Selection
	narrowed  bool
	inUse     bool          // this visit goes through selection
	names     roles.NameSet // free on agents so far in this stage
	inVain    int           // roles passed over since the selection was given up
}

// roleUse says for which names roles have a use in a stage. Of names that are not in of, it may say
// anything.
type roleUse interface {
	namesFor(client sorter.Client, of roles.NameSet) roles.NameSet
}

// HasNarrowed reports whether the stage goes on with a selection of roles.
func (r *rolesToAsk) HasNarrowed() bool { return r.interested.narrowed }

// reset begins a stage.
func (r *rolesToAsk) reset() {
	x := &r.interested
	x.narrowed, x.names, x.inVain = false, 0, 0
}

// LookUpWeights looks up the weights of all roles, as Mesos does in each cycle even if
// nothing is free.
func (r *rolesToAsk) LookUpWeights() { r.order.beginAll(r.roles.Sorter, 0) }

// open starts the iteration of the roles for an agent. It may leave out roles without a use for any
// of the names. If that is 0, anyone may have a use for something.
func (r *rolesToAsk) open(names roles.NameSet, use roleUse) {
	isFew := r.whom.isFew && !r.fullPass
	r.interested.inUse = false
	if id, one := r.onlyRoleOf(r.whom.few); isFew && one {
		r.order.beginOne(r.roles.Get(id).Client)
		return
	}
	switch {
	case !r.roles.Sorter.Selectable() || r.fullPass:
		r.order.beginAll(r.roles.Sorter, r.nonce)
	case r.ofNews:
		r.new.begin(&r.order)
	case isFew:
		r.order.begin(r.rolesOfFew())
	case names != 0 && r.narrow(names, use):
		r.interested.inUse = true
		r.order.begin(&r.interested.selection)
	default:
		r.order.beginAll(r.roles.Sorter, r.nonce)
	}
}

// next returns the next role in the order.
func (r *rolesToAsk) next() (client sorter.Client, ok bool) {
	client, ok = r.order.next()
	if ok {
		r.Looked.Roles++
	}
	return client, ok
}

// narrow selects the roles with a use for any of the names. It returns false until the stage has
// passed over more roles than the sorter has.
func (r *rolesToAsk) narrow(names roles.NameSet, use roleUse) bool {
	x := &r.interested
	if names&^x.names != 0 {
		x.names |= names
		x.narrowed = false
	}
	if x.narrowed {
		return true
	}
	// To find the interested ones costs no more than what was wasted.
	if x.inVain <= r.roles.Sorter.Count() {
		return false
	}
	x.narrowed, x.inVain = true, 0
	x.selection.Reset(r.roles.Sorter)
	x.selection.AddWhere(func(client sorter.Client) bool { return use.namesFor(client, x.names)&x.names != 0 })
	return true
}

// pass notes that the role whose turn it was has no use for the agent. use is the names for which
// it has one.
func (r *rolesToAsk) pass(use roles.NameSet) {
	switch x := &r.interested; {
	case r.order.from == allClients:
		x.inVain++
	case x.inUse && use&x.names == 0:
		x.selection.Drop()
	}
}

// passFull passes over a role that is new and full, and reports whether it is.
func (r *rolesToAsk) passFull(client sorter.Client) bool { return r.new.isFull(client, &r.order) }

// rolesOfFew returns the selection of the roles of the few subscriptions.
func (r *rolesToAsk) rolesOfFew() *sorter.Selection {
	r.ofFew.Reset(r.roles.Sorter)
	for _, m := range r.whom.few {
		r.ofFew.Add(r.roles.Get(r.frameworks.Subscriptions.At(m).Role).Client)
	}
	return &r.ofFew
}

// onlyRoleOf returns the role that all of some subscriptions are in.
func (r *rolesToAsk) onlyRoleOf(some []slots.Subscription) (id api.RoleID, one bool) {
	for i, m := range some {
		role := r.frameworks.Subscriptions.At(m).Role
		if i > 0 && id != role {
			return api.NoRole, false
		}
		id = role
	}
	return id, len(some) > 0
}
