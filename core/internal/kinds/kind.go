package kinds

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
)

// FlagsOf returns a kind's flags. As in addable and subtractable of Mesos's resources.cpp,
// Mount and Block disks, Raw disks with an id, and persistent volumes are Indivisible.
func FlagsOf(k *api.Kind) resource.Flags {
	var f resource.Flags
	if len(k.Reservations) > 0 {
		f |= resource.Reserved
	}
	if len(k.Reservations) > 1 {
		f |= resource.Refined
	}
	if k.Revocable {
		f |= resource.Revocable
	}
	if k.Type != api.Scalar {
		f |= resource.RangesOrSet
	} else if k.Name == "gpus" {
		f |= resource.GPUs
	}
	if k.Shared {
		f |= resource.Shared | resource.Indivisible
	}
	if d := k.Disk; d != nil {
		if d.Source == api.Mount || d.Source == api.Block || d.Source == api.Raw && d.ID != nil || d.Persistence != nil {
			f |= resource.Indivisible
		}
	}
	return f
}
