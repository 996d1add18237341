package resource

import "github.com/apportion/apportion/core/alloc"

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
