package core

import "github.com/apportion/apportion/core/internal/resource"

// incapableOf returns what a framework cannot receive: shared, revocable and
// refined resources need its capability.
func incapableOf(capabilities Capabilities) resource.Flags {
	var flags resource.Flags
	if capabilities&SharedResources == 0 {
		flags |= resource.Shared
	}
	if capabilities&RevocableResources == 0 {
		flags |= resource.Revocable
	}
	if capabilities&ReservationRefinement == 0 {
		flags |= resource.Refined
	}
	return flags
}

// stripIncapable takes out of a portion what the framework is not capable of
// receiving (stripIncapableResources), and shared volumes if they could not be
// counted once more. stripped is whether there was any.
func (v *visit) stripIncapable(p portion, capabilities Capabilities) (offer portion, stripped bool) {
	if p.Flags&resource.Shared != 0 && capabilities&SharedResources != 0 && !v.a.ledger.SharedFits(&v.memory.shared, p.Bag) {
		capabilities &^= SharedResources
		v.quotaCut = true
	}
	return v.a.stripIncapable(&v.memory.capable, p, capabilities)
}

// stripIncapable puts what is left into dst if anything is stripped.
func (a *Allocator) stripIncapable(dst *resource.Bag, p portion, capabilities Capabilities) (offer portion, stripped bool) {
	incapable := incapableOf(capabilities)
	if p.Flags&incapable == 0 {
		return p, false
	}
	dst.Select(p.Bag, incapable, 0, &a.kinds.Kinds)
	return portion{dst, false}, true
}
