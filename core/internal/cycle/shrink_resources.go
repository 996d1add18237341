package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// withinQuota returns the part of an offer that a role may have in the fair stage: its
// quota scalars up to the role's limits and the surplus over the headroom, all else
// whole. shrunk is false if neither bounds them: the offer is then returned as it is.
func (v *Visit) withinQuota(id api.RoleID, offer Portion) (within Portion, shrunk bool) {
	v.ShrinkOrder.Consider(v.Slot, v.C.Draws)
	limited := v.Quotas.LimitsLeft(&v.Memory.Limits, id, quantities.Row{}, offer.Bag)
	needsHeadroom := !v.C.Out.Report.RequiredAfter.IsZero()
	if !limited && !needsHeadroom {
		return offer, false
	}
	return Portion{Bag: v.ShrinkToQuota(offer.Bag, limited, needsHeadroom)}, true
}

// ShrinkToQuota cuts an offer's quota scalars to v.Memory.Limits, if limited, and to the
// surplus over the headroom, if needsHeadroom. It returns them with the rest of the
// offer, which stays whole.
func (v *Visit) ShrinkToQuota(offer *resource.Bag, limited, needsHeadroom bool) *resource.Bag {
	left := &v.Memory.quota
	left.Select(offer, resource.QuotaMask, 0, &v.a.kinds.Kinds)
	if limits := &v.Memory.Limits; limited {
		if v.shrink(&v.Memory.withinLimits, left, limits.Amounts, &limits.Finite) {
			v.quotaCut = true
		}
		left = &v.Memory.withinLimits
	}
	if needsHeadroom && !left.Empty() {
		if v.shrink(&v.Memory.withinHeadroom, left, v.headroomSurplus(left), nil) {
			v.quotaCut = true
			v.reportHeldBack(left, &v.Memory.withinHeadroom)
			left = &v.Memory.withinHeadroom
		}
	}
	return v.beyondQuota(offer, left)
}

// beyondQuota puts together the resources of b that quota does not count, which are
// reservations, revocable ones, ranges and sets, and left, its quota scalars after the cut.
func (v *Visit) beyondQuota(b, left *resource.Bag) *resource.Bag {
	offer := &v.Memory.offer
	offer.Reset()
	for _, n := range b.Counts {
		if n.Flags()&resource.QuotaMask != 0 {
			offer.Counts = append(offer.Counts, n)
			offer.Flags |= n.Flags()
		}
	}
	for _, x := range b.Intervals {
		offer.Intervals = append(offer.Intervals, x)
		offer.Flags |= v.a.kinds.Flags(uint32(x.Kind))
	}
	offer.Add(left)
	return offer
}

// shrink (shrinkResources) makes dst as much of src, quota scalars only, as fits into
// room, and takes that out of room. room bounds the names in finite, or all if finite is
// nil. An indivisible item fits whole or not at all. cut is whether anything did not fit.
func (v *Visit) shrink(dst, src *resource.Bag, room quantities.Row, finite *quantities.NameSet) (cut bool) {
	a := v.a
	dst.Reset()
	sequence := append(v.Memory.sequence[:0], src.Counts...)
	v.Memory.sequence = sequence
	v.ShrinkOrder.Sequence(sequence, finite != nil || !room.IsZero())
	kept := sequence[:0]
	for _, n := range sequence {
		if finite == nil || finite.Has(n.Name) {
			size := int64(1)
			if n.Flags()&resource.Indivisible != 0 {
				size = int64(a.kinds.Get(n.Item()).Size)
			}
			fits := min(n.N, int64(room.At(n.Name))/size)
			cut = cut || fits < n.N
			if fits <= 0 {
				continue
			}
			n.N = fits
			room.AddAt(n.Name, -a.kinds.Amount(n))
		}
		dst.AddCount(n)
		kept = append(kept, n)
	}
	v.ShrinkOrder.Kept(kept)
	return cut
}
