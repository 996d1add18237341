package standing

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/quantities"
)

// newcomer is a role or framework that a question makes up, unless Newcomer is nil. It comes before its siblings,
// but last of the top-level roles.
type newcomer struct {
	*alloc.Newcomer
	under alloc.RoleID // a role in use, or NoRole at the top
}

// place finds the role in use under which a newcomer is to be. If the role that it names is not in use, the
// newcomer is one new role that stands for all roles on the way that are not.
func place(s *state.State, comes *alloc.Newcomer) newcomer {
	if comes == nil {
		return newcomer{}
	}
	n := newcomer{new(*comes), comes.In}
	if n.In == alloc.AllRoles {
		n.In, n.under = slots.NoRole, slots.NoRole
	}
	for n.under != slots.NoRole && !s.Roles.Get(n.under).Listed {
		n.under, n.IsFramework, n.Weight = s.Roles.Get(n.under).Parent, false, 1
	}
	if n.Weight == 0 {
		n.Weight = 1
	}
	return n
}

// isBelow reports whether there is a newcomer, below a role or, for NoRole, at the top.
func (n *newcomer) isBelow(id alloc.RoleID) bool { return n.Newcomer != nil && n.under == id }

// enterNewcomer enters what the newcomer asks for: nothing unless the limits of its role leave all of its minimum, and
// the total of some agent has it.
func (x *surveyed) enterNewcomer(node int32) {
	minimum, known := x.rowOf(x.Minimum)
	minima := []quantities.Row{minimum}
	if !known || !x.limitsOf(x.In).LeaveOneOf(minima) || !x.fitsSomewhere(minima, ^alloc.Capabilities(0)) {
		return
	}
	x.nodes[node].asking = true
	request, _ := x.rowOf(x.Request)
	figures := x.of(node)
	for k, name := range x.out.Names {
		figures[k].Asks = x.total[k]
		if len(x.Request) > 0 {
			figures[k].Asks = min(x.total[k], request.At(name))
		}
	}
}

// rowOf returns amounts as a row, and whether all names are known of which there is more than 0.
func (x *surveyed) rowOf(list []alloc.Quantity) (row quantities.Row, known bool) {
	known = true
	for _, q := range list {
		name, is := x.State.Names.Lookup(q.Name)
		if is {
			row.Set(name, q.Amount)
		}
		known = known && (is || q.Amount == 0)
	}
	return row, known
}
