package demand

import (
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/order"
)

// rolesInTurn are the roles that a visit goes through, in order.
//
// In the guarantee stage, roles whose guarantees are met often come first, since they hold little. In the fair
// stage, roles may be at their limits. A stage passes over both for good, since consumption only grows in it. Once
// it has passed over more roles than there are, it notes which roles have a use for any of the names that were free
// (useful_roles.go). From then on it passes over the others unread, or goes through a selection of the useful ones.
// Without that, each agent of quota_mixed passes over 2,500 roles. An agent that has another name free ends it.
//
// Invariant: within a stage, while narrowed, useful has every active role with a use for any of names.
type rolesInTurn struct {
	order  clientIterator
	ofFew  order.Selection // the roles of the subscriptions in whom.few
	isFair bool            // the stage is the fair one

	names     roles.NameBits // free on agents so far in this stage
	passed    int            // roles passed over since the stage began, or since useful was found
	narrowed  bool
	useful    container.BitSet[order.Client] // if narrowed
	selection order.Selection                // of the useful roles, if the sorter can have one

	limits roles.Limits // scratch
}

// begin begins a stage.
func (t *rolesInTurn) begin(isFair bool) {
	t.isFair, t.names, t.passed, t.narrowed = isFair, 0, 0, false
}

// openRoles starts the iteration of the roles for an agent. It may leave out roles that have no use for any of
// names. If names is 0, any role may have a use for something.
func (d *Demand) openRoles(names roles.NameBits) {
	t := &d.turns
	selectable := d.Roles.Sorter.Selectable() && !d.asksAll
	switch {
	case d.whom.isFew && d.areInOneRole(d.whom.few):
		t.order.beginOne(d.clientOf(d.whom.few[0]))
	case !selectable:
		t.order.beginAll(d.Roles.Sorter, d.nonce)
	case d.whom.isFew:
		t.order.begin(d.rolesOfFew())
	case names != 0 && d.narrow(names):
		t.order.begin(&t.selection)
	default:
		t.order.beginAll(d.Roles.Sorter, d.nonce)
	}
}

// nextRole returns the next role in the order.
func (d *Demand) nextRole() (client order.Client, ok bool) {
	client, ok = d.turns.order.next()
	if ok {
		d.Looked.Roles++
	}
	return client, ok
}

// rolesOfFew returns the selection of the roles of the few subscriptions.
func (d *Demand) rolesOfFew() *order.Selection {
	some := &d.turns.ofFew
	some.Reset(d.Roles.Sorter)
	for _, m := range d.whom.few {
		some.Add(d.clientOf(m))
	}
	return some
}

// clientOf returns a subscription's role, as a client of the role sorter.
func (d *Demand) clientOf(m slots.Subscription) order.Client {
	return d.Roles.Get(d.Frameworks.Subscriptions.At(m).Role).Client
}

// areInOneRole reports whether some subscriptions are all in one role.
func (d *Demand) areInOneRole(some []slots.Subscription) bool {
	for _, m := range some[1:] {
		if d.Frameworks.Subscriptions.At(m).Role != d.Frameworks.Subscriptions.At(some[0]).Role {
			return false
		}
	}
	return true
}

// clientIterator goes through the clients of a sorter in order: all of them, or those of a selection, or
// one.
type clientIterator struct {
	all  order.Iterator
	some *order.Selection // if not nil
	one  bool
	only order.Client // if one is set: the next client, or NoClient
}

func (t *clientIterator) next() (order.Client, bool) {
	switch {
	case t.one:
		next := t.only
		t.only = order.NoClient
		return next, next != order.NoClient
	case t.some != nil:
		return t.some.Next()
	}
	return t.all.Next()
}

// beginAll starts an iteration over all clients of a sorter.
func (t *clientIterator) beginAll(s *order.Sorter, nonce uint64) {
	t.some, t.one = nil, false
	s.Begin(&t.all, nonce)
}

// begin starts an iteration over a selection.
func (t *clientIterator) begin(some *order.Selection) {
	t.some, t.one = some, false
	some.Begin()
}

// beginOne starts an iteration over one client, which needs no order.
func (t *clientIterator) beginOne(only order.Client) { t.some, t.one, t.only = nil, true, only }
