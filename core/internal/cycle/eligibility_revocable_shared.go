package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
)

// IncapableOf returns what a framework cannot receive: shared, revocable and
// refined resources need its capability.
func IncapableOf(capabilities api.Capabilities) resource.Flags {
	var flags resource.Flags
	if capabilities&api.SharedResources == 0 {
		flags |= resource.Shared
	}
	if capabilities&api.RevocableResources == 0 {
		flags |= resource.Revocable
	}
	if capabilities&api.ReservationRefinement == 0 {
		flags |= resource.Refined
	}
	return flags
}

// StripIncapable takes out of a portion what the framework is not capable of
// receiving (stripIncapableResources), and shared volumes if they could not be
// counted once more. stripped is whether there was any.
func (v *Visit) StripIncapable(p Portion, capabilities api.Capabilities) (offer Portion, stripped bool) {
	if p.Flags&resource.Shared != 0 && capabilities&api.SharedResources != 0 && !v.a.ledger.SharedFits(&v.Memory.shared, p.Bag) {
		capabilities &^= api.SharedResources
		v.quotaCut = true
	}
	return v.a.StripIncapable(&v.Memory.capable, p, capabilities)
}

// StripIncapable puts what is left into dst if anything is stripped.
func (cl *Cluster) StripIncapable(dst *resource.Bag, p Portion, capabilities api.Capabilities) (offer Portion, stripped bool) {
	incapable := IncapableOf(capabilities)
	if p.Flags&incapable == 0 {
		return p, false
	}
	dst.Select(p.Bag, incapable, 0, &cl.kinds.Kinds)
	return Portion{dst, false}, true
}
