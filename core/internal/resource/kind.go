package resource

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
)

// IsPooled reports whether a resource is one that guarantees are made of and that can be lent: plain, and
// neither reserved nor revocable.
func (t *Kinds) IsPooled(n Count) bool {
	return n.Flags()&QuotaMask == 0 && IsPlain(t.Describe(n.Item()))
}

// IsPlain reports whether a kind is of scalars without a disk or a provider that are not shared.
func IsPlain(k *alloc.Kind) bool {
	return k.Type == alloc.Scalar && k.Disk == nil && k.Provider == nil && !k.Shared
}

// MayBeLent reports whether something of a kind may be lent: plain scalars that are not revocable.
func MayBeLent(k *alloc.Kind) bool { return !k.Revocable && IsPlain(k) }

// IsLentAs reports whether something may be lent as a kind: plain scalars that are revocable and not reserved. SetLending
// refuses others, and so does the reading of a snapshot; no cycle asks.
func IsLentAs(k *alloc.Kind) bool { return k.Revocable && IsPlain(k) && len(k.Reservations) == 0 }

// CompareReservations orders stacks of reservations.
func CompareReservations(x, y []alloc.Reservation) int {
	return slices.CompareFunc(x, y, func(x, y alloc.Reservation) int {
		return cmp.Or(cmp.Compare(x.Type, y.Type), cmp.Compare(x.Role, y.Role), compareOptional(x.Principal, y.Principal),
			slices.CompareFunc(x.Labels, y.Labels, func(x, y alloc.Label) int {
				return cmp.Or(cmp.Compare(x.Key, y.Key), compareOptional(x.Value, y.Value))
			}))
	})
}

// compareOptional orders texts, an absent one first.
func compareOptional(x, y *string) int {
	if x == nil || y == nil {
		return assert.BoolInt(x != nil) - assert.BoolInt(y != nil)
	}
	return cmp.Compare(*x, *y)
}

// FlagsOf returns a kind's flags.
func FlagsOf(k *alloc.Kind) Flags {
	var f Flags
	if len(k.Reservations) > 0 {
		f |= Reserved
	}
	if len(k.Reservations) > 1 {
		f |= Refined
	}
	if k.Revocable {
		f |= Revocable
	}
	if k.Type != alloc.Scalar {
		f |= RangesOrSet
	} else if k.Name == "gpus" {
		f |= GPUs
	}
	if k.Shared {
		f |= Shared
	}
	if isIndivisible(k) {
		f |= Indivisible
	}
	return f
}
