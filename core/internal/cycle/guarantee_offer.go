package cycle

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
)

// FillingOffer is an offer of the guarantee stage, and the parts of it that count against
// quota. The bags are the Shrinker's: good until it puts the next offer together, or the visit ends.
type FillingOffer struct {
	guaranteed, extra, Offer *resource.Bag
}

// FillingOffer puts together the offer that gets a role closer to its guarantees, from
// the resources that a framework can receive. limits are the role's, or nil; it lowers them. It
// counts nothing: the caller does. ok is false if none of the resources gets it closer.
func (s *Shrinker) FillingOffer(id alloc.RoleID, capable *resource.Bag, unsatisfied quantities.Row, limits *roles.Limits) (x FillingOffer, ok bool) {
	quota := &s.memory.quota
	quota.Select(capable, resource.QuotaMask, 0, s.state.Kinds)
	x.guaranteed = s.fillGuarantees(quota, unsatisfied, limits)
	if x.guaranteed.Empty() {
		return x, false
	}
	quota.Sub(x.guaranteed, s.state.Kinds)
	s.order.OnceGuaranteed(quota)
	x.extra = s.extraScalars(quota, limits)
	x.Offer = s.goingAlong(capable, id)
	x.Offer.Add(x.guaranteed)
	x.Offer.Add(x.extra)
	return x, true
}

// fillGuarantees returns the part of the quota scalars that fills a role's guarantees. It
// lowers limits.Amounts by that part.
func (s *Shrinker) fillGuarantees(quota *resource.Bag, unsatisfied quantities.Row, limits *roles.Limits) *resource.Bag {
	room, guaranteed := &s.memory.room, &s.memory.guaranteed
	room.CopyFrom(unsatisfied)
	before := s.cut
	s.shrink(guaranteed, quota, *room, nil, true)
	s.cut = before | s.cut&roles.NamesIn(unsatisfied) // what the guarantee does not lack is extra, and not cut
	if limits == nil {
		return guaranteed
	}
	if s.state.Roles.HasNestedQuota() {
		// A role's guarantee is within its own limit, but not always within those
		// of its ancestors.
		s.shrink(&s.memory.withinAncestors, guaranteed, limits.Amounts, limits, true)
		return &s.memory.withinAncestors
	}
	filling := &s.memory.filling
	guaranteed.SetScalars(filling, s.state.Kinds)
	limits.Lower(*filling)
	return guaranteed
}

// extraScalars returns the part of the quota scalars to which a role may burst above its
// guarantees: up to what is left of its limits, and without touching the headroom of
// others.
func (s *Shrinker) extraScalars(quota *resource.Bag, limits *roles.Limits) *resource.Bag {
	left := quota
	if limits != nil {
		s.shrink(&s.memory.withinLimits, left, limits.Amounts, limits, true)
		left = &s.memory.withinLimits
	}
	if !s.Report.RequiredAfter.IsZero() && !left.Empty() {
		// The guaranteed part will lower AvailableAfter and RequiredAfter alike: their difference stays.
		s.shrinkToHeadroom(left)
		left = &s.memory.withinHeadroom
	}
	return left
}
