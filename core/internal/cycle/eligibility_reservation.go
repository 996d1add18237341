package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
)

// ReservedFor returns the free resources of the agent that a role may be offered: those
// unreserved, or reserved to the role or one of its ancestors. The portion is valid until
// something is offered.
func (v *Visit) ReservedFor(id api.RoleID) Portion {
	return v.a.ReservedFor(&v.Memory.reachable, &v.Agent.Free, id)
}

// ReservedFor returns the part of free that a role may be offered. It is put into dst,
// unless it is all of free.
func (cl *Cluster) ReservedFor(dst, free *resource.Bag, id api.RoleID) Portion {
	if free.Flags&resource.Reserved == 0 {
		return Portion{free, true}
	}
	dst.Reset()
	for _, n := range free.Counts {
		if n.Flags()&resource.Reserved == 0 || cl.roles.IsSelfOrAncestor(cl.kinds.ReservingRole(n), id) {
			dst.Counts = append(dst.Counts, n)
			dst.Flags |= n.Flags()
		}
	}
	for _, x := range free.Intervals {
		k := cl.kinds.Get(uint32(x.Kind))
		if k.Flags&resource.Reserved == 0 || cl.roles.IsSelfOrAncestor(api.RoleID(k.Role), id) {
			dst.Intervals = append(dst.Intervals, x)
			dst.Flags |= k.Flags
		}
	}
	if len(dst.Counts) == len(free.Counts) && len(dst.Intervals) == len(free.Intervals) {
		return Portion{free, true}
	}
	return Portion{dst, false}
}
