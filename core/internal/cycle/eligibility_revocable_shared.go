package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
)

// IncapableOf returns the flags of the resources that a framework cannot receive: it
// needs a capability each for shared, revocable and refined ones.
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

// StripIncapable takes out of a portion the resources that the framework cannot receive
// (stripIncapableResources), and shared volumes that cannot be counted once more.
// stripped reports whether there were any.
func (v *Visit) StripIncapable(p Portion, capabilities api.Capabilities) (offer Portion, stripped bool) {
	if p.Flags&resource.Shared != 0 && capabilities&api.SharedResources != 0 && !v.a.ledger.SharedFits(&v.Memory.shared, p.Bag) {
		capabilities &^= api.SharedResources
		v.quotaCut = true
	}
	return v.a.StripIncapable(&v.Memory.capable, p, capabilities)
}

// StripIncapable takes out of a portion the resources that the framework cannot receive.
// The rest is put into dst, unless it is all of the portion.
func (cl *Cluster) StripIncapable(dst *resource.Bag, p Portion, capabilities api.Capabilities) (offer Portion, stripped bool) {
	incapable := IncapableOf(capabilities)
	if p.Flags&incapable == 0 {
		return p, false
	}
	dst.Select(p.Bag, incapable, 0, &cl.kinds.Kinds)
	return Portion{dst, false}, true
}
