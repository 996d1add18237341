package eligibility

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
)

// ReservedFor returns the part of free that a role may be offered: what is unreserved, or reserved for the role or
// one of its ancestors: free itself if that is all of it, else dst.
func (r *Rules) ReservedFor(dst, free *resource.Bag, id alloc.RoleID) *resource.Bag {
	if free.Flags&resource.Reserved == 0 {
		return free
	}
	dst.Reset()
	for _, n := range free.Counts {
		if n.Flags()&resource.Reserved == 0 || r.roles.IsSelfOrAncestor(r.kinds.ReservingRole(n), id) {
			dst.Counts = append(dst.Counts, n)
			dst.Flags |= n.Flags()
		}
	}
	for _, x := range free.Intervals {
		k := r.kinds.Get(uint32(x.Kind))
		if k.Flags&resource.Reserved == 0 || r.roles.IsSelfOrAncestor(k.Role, id) {
			dst.Intervals = append(dst.Intervals, x)
			dst.Flags |= k.Flags
		}
	}
	if len(dst.Counts) == len(free.Counts) && len(dst.Intervals) == len(free.Intervals) {
		return free
	}
	return dst
}
