package cycle

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/quantities"
)

// Shrinker works out what quota leaves of an offer. The caller says which limits there are;
// the headroom is that of Report.
type Shrinker struct {
	Report *alloc.Report

	state  *state.State
	order  *shrinkorder.Order // in which resources are cut
	memory shrinkMemory

	// Of the offer under way:
	cut          roles.NameBits // names of which limits, or what a guarantee lacks, cut something
	held         roles.NameBits // names of which the headroom cut something
	otherKinds   bool           // another order would leave as much of each name, but of other kinds
	otherAmounts bool           // another order would leave more or less of a name
}

// shrinkMemory is what a Shrinker works in. It is spoilt when the visit is over.
type shrinkMemory struct {
	quota           resource.Bag     // the quota scalars of what a framework can receive
	guaranteed      resource.Bag     // the part of those that fills a guarantee
	withinAncestors resource.Bag     // the part of that within the limits of roles above
	withinLimits    resource.Bag     // the part of the quota scalars within limits
	withinHeadroom  resource.Bag     // the part of that within the surplus over the headroom
	offer           resource.Bag     // put together from all that
	sequence        []resource.Count // in the order in which they are cut

	room    quantities.Row
	filling quantities.Row // scalars that fill a guarantee
	kept    quantities.Row // scalars kept from an offer
}

// NewShrinker returns a shrinker with memory of its own, which cuts in the order of cycles.
func NewShrinker(a *state.State, report *alloc.Report) *Shrinker {
	return &Shrinker{Report: report, order: a.ShrinkOrder, state: a}
}

func (s *Shrinker) poison() {
	m := &s.memory
	resource.Poison(&m.quota, &m.guaranteed, &m.withinAncestors, &m.withinLimits, &m.withinHeadroom, &m.offer)
}

// CutIn sets the order in which resources are cut.
func (s *Shrinker) CutIn(order *shrinkorder.Order) { s.order = order }

// Consider begins with what is free on an agent. The order makes its random draws from draws.
func (s *Shrinker) Consider(slot slots.Agent, draws uint64) {
	s.begin()
	s.order.Consider(slot, draws)
}

// ConsiderLent begins with what is free and lent on an agent, in the order of recalls.
func (s *Shrinker) ConsiderLent(slot slots.Agent) {
	s.begin()
	s.order.ConsiderLent(slot)
}

// ConsiderGuarantee begins with what is free on an agent for a role's guarantee. If something has come back there
// for the role, resources go in the order of recalls, as in ConsiderLent.
func (s *Shrinker) ConsiderGuarantee(slot slots.Agent, id alloc.RoleID, draws uint64) {
	if s.state.Lending.BackFor(slot, id) != alloc.EndOfTime {
		s.ConsiderLent(slot)
	} else {
		s.Consider(slot, draws)
	}
}

func (s *Shrinker) begin() {
	s.otherKinds, s.otherAmounts, s.cut, s.held = false, false, 0, 0
}

// ShrinkToQuota returns the part of an offer that quota leaves, and whether it cut anything.
// Of the quota scalars it keeps those within limits, unless nil, and of these the ones within
// the surplus over the headroom, if needsHeadroom. The rest of the offer stays whole.
//
// It lowers limits.Amounts by all that is within limits, even if the headroom then cuts it. It
// adds what the headroom cuts to Report.HeldBack, and counts the agent in HeldBackAgents. It
// only reads AvailableAfter and RequiredAfter, and leaves the consumption of roles alone: the
// caller counts the offers that it makes. The result is good until the Shrinker puts the next
// offer together, and at most until the visit ends.
func (s *Shrinker) ShrinkToQuota(offer *resource.Bag, limits *roles.Limits, needsHeadroom bool) (within *resource.Bag, isCut bool) {
	left := &s.memory.quota
	left.Select(offer, resource.QuotaMask, 0, s.state.Kinds)
	if limits != nil {
		isCut = s.shrink(&s.memory.withinLimits, left, limits.Amounts, limits, true)
		left = &s.memory.withinLimits
	}
	if needsHeadroom && !left.Empty() {
		if s.shrinkToHeadroom(left) {
			isCut = true
			s.reportHeldBack(left, &s.memory.withinHeadroom)
			left = &s.memory.withinHeadroom
		}
	}
	within = s.goingAlong(offer, slots.NoRole)
	within.Add(left)
	return within, isCut
}

// goingAlong begins an offer with what of b goes along, whatever quota leaves of the rest: revocable
// resources, ranges, sets, and what is reserved for a role, or for anybody if own is NoRole.
func (s *Shrinker) goingAlong(b *resource.Bag, own alloc.RoleID) *resource.Bag {
	offer := &s.memory.offer
	offer.Reset()
	for _, n := range b.Counts {
		f := n.Flags()
		if f&(resource.Revocable|resource.RangesOrSet) != 0 || f&resource.Reserved != 0 && (own == slots.NoRole || s.state.Kinds.ReservingRole(n) == own) {
			offer.Counts = append(offer.Counts, n)
			offer.Flags |= f
		}
	}
	for _, x := range b.Intervals {
		offer.Intervals = append(offer.Intervals, x)
		offer.Flags |= s.state.Kinds.Flags(uint32(x.Kind))
	}
	return offer
}

// shrink (shrinkResources) makes dst the part of src, quota scalars only, that fits into room,
// and lowers room by it. room bounds the names in limits.Finite, or all names if limits is nil.
// bounded is whether there is room of any name at all (shrinkorder.Emulation). An indivisible item fits whole
// or not at all. isCut is whether anything did not fit.
func (s *Shrinker) shrink(dst, src *resource.Bag, room quantities.Row, limits *roles.Limits, bounded bool) (isCut bool) {
	dst.Reset()
	sequence := append(s.memory.sequence[:0], src.Counts...)
	sequence = s.order.Sequence(sequence, bounded)
	s.memory.sequence = sequence
	kept := sequence[:0]
	for _, n := range sequence {
		if limits == nil || limits.Finite.Has(n.Name) {
			size := int64(1)
			if n.Flags()&resource.Indivisible != 0 {
				size = int64(s.state.Kinds.Get(n.Item()).Size)
			}
			fits := min(n.N, int64(room.At(n.Name))/size)
			if fits < n.N {
				isCut = true
				s.noteCut(n.Name, room, kept, src.Counts)
			}
			if fits <= 0 {
				continue
			}
			n.N = fits
			room.AddAt(n.Name, -s.state.Kinds.Amount(n))
		}
		dst.AddCount(n)
		kept = append(kept, n)
	}
	s.order.Kept(kept)
	return isCut
}

// shrinkToHeadroom makes memory.withinHeadroom the part of src that is surplus over the headroom.
func (s *Shrinker) shrinkToHeadroom(src *resource.Bag) (isCut bool) {
	before := s.cut
	s.cut = 0
	isCut = s.shrink(&s.memory.withinHeadroom, src, s.headroomSurplus(src), nil, s.hasSurplus())
	s.held |= s.cut
	s.cut = before
	return isCut
}

// noteCut notes that something of a name is cut. If there is room for some of several counts
// of the name, the order decides which are kept, and how much if some are indivisible.
func (s *Shrinker) noteCut(name quantities.Name, room quantities.Row, kept, all []resource.Count) {
	s.cut |= roles.NameBit(name)
	ofName := func(n resource.Count) bool { return n.Name == name }
	if room.At(name) > 0 || slices.ContainsFunc(kept, ofName) {
		first := slices.IndexFunc(all, ofName)
		several := slices.ContainsFunc(all[first+1:], ofName)
		s.otherKinds = s.otherKinds || several
		s.otherAmounts = s.otherAmounts || several && slices.ContainsFunc(all, func(n resource.Count) bool {
			return ofName(n) && n.Flags()&resource.Indivisible != 0
		})
	}
}
