package standing

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/quantities"
)

// newcomer is a role or framework that a question makes up, unless Newcomer is nil. It comes before its siblings,
// but last of the top-level roles.
type newcomer struct {
	*alloc.Newcomer
	under alloc.RoleID // a role in use, or NoRole at the top
	node  int32        // root until it has one
}

// place finds the role in use under which the newcomer is to be. If the role that it names is not in use, the
// newcomer is one new role that stands for all roles on the way that are not.
func (n *newcomer) place(s *state.State) {
	if n.Newcomer == nil {
		return
	}
	comes := *n.Newcomer
	n.Newcomer, n.under = &comes, comes.In
	if comes.In == alloc.AllRoles {
		n.under = slots.NoRole
	}
	for n.under != slots.NoRole && !s.Roles.Get(n.under).Listed {
		n.under, n.IsFramework, n.Weight = s.Roles.Get(n.under).Parent, false, 1
	}
	if n.Weight == 0 {
		n.Weight = 1
	}
}

// isBelow reports whether there is a newcomer, below a role or, for NoRole, at the top.
func (n *newcomer) isBelow(id alloc.RoleID) bool { return n.Newcomer != nil && n.under == id }

// fillNewcomer enters what the newcomer asks for: nothing if limits or all agents have less than its minimum.
func (x *surveyed) fillNewcomer() {
	if x.newcomer.node == root || !x.isThere(x.Minimum) {
		return
	}
	x.nodes[x.newcomer.node].asking = true
	for k, name := range x.out.Names {
		asks := alloc.Amount(0)
		for _, q := range x.Request {
			if i, known := x.State.Names.Lookup(q.Name); known && i == name {
				asks = q.Amount
			}
		}
		if len(x.Request) == 0 {
			asks = x.total[k]
		}
		x.of(x.newcomer.node)[k].Asks = min(asks, x.total[k])
	}
}

// isThere reports whether the limits of the newcomer's role leave all of a list, and the total of some agent has
// it.
func (x *surveyed) isThere(list []alloc.Quantity) bool {
	var row quantities.Row
	for _, q := range list {
		name, known := x.State.Names.Lookup(q.Name)
		if !known && q.Amount > 0 {
			return false
		}
		if q.Amount > 0 {
			row.Set(name, q.Amount)
		}
	}
	minima := []quantities.Row{row}
	var limits roles.Limits
	if x.In != alloc.AllRoles {
		limits = *x.limitsOf(x.In)
	}
	return limits.LeaveOneOf(minima) && x.fitsSomewhere(minima, ^alloc.Capabilities(0))
}
