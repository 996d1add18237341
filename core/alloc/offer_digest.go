package alloc

import "math/bits"

// offerDigest is a digest that Cycle.Digest is making: four products, none of which waits
// for another. A scalar takes part in two of them.
type offerDigest struct{ a, b, c, d uint64 }

// Odd numbers without a pattern, by which the four are multiplied.
const (
	digestA = 0x9e3779b97f4a7c15
	digestB = 0xd6e8feb86659fd93
	digestC = 0xa0761d6478bd642f
	digestD = 0xe7037ed1a0b428db
)

// newOfferDigest returns the digest of no offers.
func newOfferDigest() offerDigest { return offerDigest{digestA, digestB, digestC, digestD} }

// offer adds an offer and its resources.
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

// inverseOffer adds an inverse offer.
func (x *offerDigest) inverseOffer(o *InverseOffer) {
	x.a = (x.a ^ uint64(o.Framework)) * digestA
	x.b = (x.b ^ uint64(o.Agent)) * digestB
	x.c = (x.c ^ uint64(o.Unavailability.Start)) * digestC
	x.d = (x.d ^ uint64(o.Unavailability.Duration)) * digestD
}

// recall adds a recall.
func (x *offerDigest) recall(r *Recall) {
	x.a = (x.a ^ uint64(r.Framework)) * digestA
	x.b = (x.b ^ uint64(r.Agent)) * digestB
	x.c = (x.c ^ uint64(r.Lent.Kind) ^ uint64(r.Lent.Amount)<<20) * digestC
	x.d = (x.d ^ uint64(r.Due)) * digestD
	x.a = (x.a ^ uint64(r.Role)) * digestA
	x.b = (x.b ^ uint64(r.For) ^ uint64(r.Stage)<<32) * digestB
}

// sum returns the digest of all that was added.
func (x *offerDigest) sum() uint64 {
	sum := x.a
	for _, y := range [...]uint64{x.b, x.c, x.d} {
		sum = (bits.RotateLeft64(sum, 27) ^ y) * digestA
	}
	return sum ^ sum>>32
}
