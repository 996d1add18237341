package core

import "github.com/apportion/apportion/core/internal/resource"

// reservedFor returns what of an agent's free resources a role may be offered:
// what is unreserved, or reserved to the role or one of its ancestors. It is
// valid until something is offered.
func (v *visit) reservedFor(id RoleID) portion {
	return v.a.reservedFor(&v.memory.reachable, &v.agent.Free, id)
}

// reservedFor puts what of free a role may be offered into dst, unless it is all
// of it.
func (a *Allocator) reservedFor(dst, free *resource.Bag, id RoleID) portion {
	if free.Flags&resource.Reserved == 0 {
		return portion{free, true}
	}
	dst.Reset()
	for _, n := range free.Counts {
		if n.Flags()&resource.Reserved == 0 || a.roles.IsSelfOrAncestor(a.kinds.ReservingRole(n), id) {
			dst.Counts = append(dst.Counts, n)
			dst.Flags |= n.Flags()
		}
	}
	for _, x := range free.Intervals {
		k := a.kinds.Get(uint32(x.Kind))
		if k.Flags&resource.Reserved == 0 || a.roles.IsSelfOrAncestor(RoleID(k.Role), id) {
			dst.Intervals = append(dst.Intervals, x)
			dst.Flags |= k.Flags
		}
	}
	if len(dst.Counts) == len(free.Counts) && len(dst.Intervals) == len(free.Intervals) {
		return portion{free, true}
	}
	return portion{dst, false}
}
