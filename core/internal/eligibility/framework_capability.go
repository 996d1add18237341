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

// Countable returns a framework's capabilities. If the shared volumes of a bag cannot be counted once more, it
// leaves out the capability for those. shared is scratch.
func (r *Rules) Countable(shared *quantities.Row, b *resource.Bag, capabilities alloc.Capabilities) alloc.Capabilities {
	if b.Flags&resource.Shared != 0 && capabilities&alloc.SharedResources != 0 && !r.ledger.Cluster.SharedFits(shared, b) {
		capabilities &^= alloc.SharedResources
	}
	return capabilities
}

// StripIncapable returns b without the resources that the framework cannot receive (stripIncapableResources): b
// itself if there are none, else dst.
func (r *Rules) StripIncapable(dst, b *resource.Bag, capabilities alloc.Capabilities) *resource.Bag {
	incapable := IncapableOf(capabilities)
	if b.Flags&incapable == 0 {
		return b
	}
	dst.Select(b, incapable, 0, r.kinds)
	return dst
}
