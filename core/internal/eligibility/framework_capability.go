package eligibility

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// IncapableOf returns the flags of the resources that a framework cannot receive. It needs a capability each for
// shared, revocable and refined ones.
func IncapableOf(capabilities alloc.Capabilities) resource.Flags {
	var flags resource.Flags
	if capabilities&alloc.SharedResources == 0 {
		flags |= resource.Shared
	}
	if capabilities&alloc.RevocableResources == 0 {
		flags |= resource.Revocable
	}
	if capabilities&alloc.ReservationRefinement == 0 {
		flags |= resource.Refined
	}
	return flags
}

// Countable returns a framework's capabilities. If the shared volumes of a portion cannot be counted once more, it
// leaves out the capability for those. shared is scratch.
func (r *Rules) Countable(shared *quantities.Row, p Portion, capabilities alloc.Capabilities) alloc.Capabilities {
	if p.Flags&resource.Shared != 0 && capabilities&alloc.SharedResources != 0 && !r.ledger.Cluster.SharedFits(shared, p.Bag) {
		capabilities &^= alloc.SharedResources
	}
	return capabilities
}

// StripIncapable takes out of a portion the resources that the framework cannot receive
// (stripIncapableResources), and reports whether there were any. The rest is put into dst,
// unless it is all of the portion.
func (r *Rules) StripIncapable(dst *resource.Bag, p Portion, capabilities alloc.Capabilities) (offer Portion, stripped bool) {
	incapable := IncapableOf(capabilities)
	if p.Flags&incapable == 0 {
		return p, false
	}
	dst.Select(p.Bag, incapable, 0, r.kinds)
	return Portion{dst, false}, true
}
