package journal

import (
	"math/bits"

	"github.com/apportion/apportion/core"
)

// An outcome is what is kept of a cycle: whether it ran, how many offers and inverse
// offers there were, and a digest of all of them.

// outcomeOf returns the outcome of a cycle with a digest.
func outcomeOf(out *core.Cycle, digest uint64) answer {
	a := answer{ran: out.Report.Ran, offers: uint64(len(out.Offers)), inverses: uint64(len(out.InverseOffers))}
	if a.offers+a.inverses > 0 {
		a.digest = digest
	}
	return a
}

// allocateAs runs a cycle, and returns the digest that a file of some version has of it.
func allocateAs(version uint32, a *core.Allocator, now core.Time, out *core.Cycle) uint64 {
	if version > 1 {
		return a.AllocateDigested(now, out)
	}
	a.Allocate(now, out)
	return firstDigestOf(out)
}

// firstDigestOf hashes all offers as files of version 1 have it: first the offers, then the
// resources of all.
func firstDigestOf(out *core.Cycle) uint64 {
	const p1, p2, p3, p4 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93, 0xa0761d6478bd642f, 0xe7037ed1a0b428db
	a, b, c, d := uint64(p1), uint64(p2), uint64(p3), uint64(p4)
	for i := range out.Offers {
		o := &out.Offers[i]
		a = (a ^ uint64(o.Framework)) * p1
		b = (b ^ uint64(o.Agent)) * p2
		c = (c ^ uint64(o.Role)) * p3
		d = (d ^ uint64(o.First)<<32 ^ uint64(o.Count)) * p4
	}
	a, b, c, d = bits.RotateLeft64(a, 23), bits.RotateLeft64(b, 29), bits.RotateLeft64(c, 31), bits.RotateLeft64(d, 37)
	for i := range out.Resources {
		r := &out.Resources[i]
		a = (a ^ uint64(r.Kind)) * p1
		b = (b ^ uint64(r.Amount)) * p2
		c = (c ^ r.Begin) * p3
		d = (d ^ r.End) * p4
	}
	for i := range out.InverseOffers {
		o := &out.InverseOffers[i]
		a = (a ^ uint64(o.Framework)) * p1
		b = (b ^ uint64(o.Agent)) * p2
		c = (c ^ uint64(o.Unavailability.Start)) * p3
		d = (d ^ uint64(o.Unavailability.Duration)) * p4
	}
	for _, x := range [...]uint64{b, c, d} {
		a = (bits.RotateLeft64(a, 27) ^ x) * p1
	}
	return a ^ a>>32
}
