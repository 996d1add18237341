package core

import (
	"fmt"
	"math/bits"
)

// AllocateDigested is Allocate that also returns the digest of the outcome (Cycle.Digest),
// which is made while the offers are written: reading them once more would cost a cycle of
// many offers some percent.
func (a *Allocator) AllocateDigested(now Time, out *Cycle) uint64 {
	a.cycle.digest, a.cycle.digesting = newOfferDigest(), true
	a.Allocate(now, out)
	a.cycle.digesting = false
	sum := a.cycle.digest.sum()
	if checking && sum != out.Digest() {
		panic(fmt.Sprintf("core: digest %016x of offers as they were written, and %016x as they are", sum, out.Digest()))
	}
	return sum
}

// Digest hashes all offers with their resources, and the inverse offers: a change of a
// single number changes it. It is a part of what recordings consist of, and so does not
// change (docs/journal.md says how it is made).
func (c *Cycle) Digest() uint64 {
	d := newOfferDigest()
	for i := range c.Offers {
		o := &c.Offers[i]
		d.offer(o, c.ResourcesOf(o))
	}
	for i := range c.InverseOffers {
		d.inverseOffer(&c.InverseOffers[i])
	}
	return d.sum()
}

// offerDigest is a digest of offers that is being made: four products, none of which waits
// for another. A scalar takes part in two of them.
type offerDigest struct{ a, b, c, d uint64 }

// Odd numbers without a pattern, by which the four are multiplied.
const (
	digestA = 0x9e3779b97f4a7c15
	digestB = 0xd6e8feb86659fd93
	digestC = 0xa0761d6478bd642f
	digestD = 0xe7037ed1a0b428db
)

func newOfferDigest() offerDigest { return offerDigest{digestA, digestB, digestC, digestD} }

func (x *offerDigest) offer(o *Offer, resources []Resource) {
	x.a = (x.a ^ uint64(o.Framework)) * digestA
	x.b = (x.b ^ uint64(o.Agent)) * digestB
	c := (x.c ^ uint64(o.Role)) * digestC
	d := (x.d ^ uint64(o.Count)) * digestD
	for i := range resources {
		r := &resources[i]
		kind := uint64(r.Kind)
		if r.Begin|r.End != 0 {
			kind = ^kind // else a scalar and an interval after it could change places
			x.a = (x.a ^ r.Begin) * digestA
			x.b = (x.b ^ r.End) * digestB
		}
		c = (c ^ kind) * digestC
		d = (d ^ uint64(r.Amount)) * digestD
	}
	x.c, x.d = c, d
}

func (x *offerDigest) inverseOffer(o *InverseOffer) {
	x.a = (x.a ^ uint64(o.Framework)) * digestA
	x.b = (x.b ^ uint64(o.Agent)) * digestB
	x.c = (x.c ^ uint64(o.Unavailability.Start)) * digestC
	x.d = (x.d ^ uint64(o.Unavailability.Duration)) * digestD
}

func (x *offerDigest) sum() uint64 {
	sum := x.a
	for _, y := range [...]uint64{x.b, x.c, x.d} {
		sum = (bits.RotateLeft64(sum, 27) ^ y) * digestA
	}
	return sum ^ sum>>32
}
