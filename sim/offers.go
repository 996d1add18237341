package sim

import (
	"slices"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// An offer is what the master has offered and not been answered about.
type offer struct {
	total     amounts
	parts     []alloc.Resource // the total by kind, if not all is plain
	framework *framework
	machine   int32
	role      alloc.RoleID
	gen       uint32 // counts the offers that have had the slot
	open      bool
}

// offerRef is an offer for as long as it is open.
type offerRef struct {
	slot int32
	gen  uint32
}

// receiveOffers hands the offers of a cycle to the frameworks, which answer at once
// or later.
func (s *simulation) receiveOffers() {
	made := map[*framework][]offerRef{}
	var order []*framework // those that are offered something
	for i := range s.cycle.Offers {
		o := &s.cycle.Offers[i]
		fw := s.byID[o.Framework]
		if made[fw] == nil {
			order = append(order, fw)
		}
		made[fw] = append(made[fw], s.openOffer(o, fw))
	}
	for _, o := range s.cycle.InverseOffers {
		s.check(s.core.UpdateInverseOffer(alloc.InverseOfferUpdate{Now: s.now, Agent: o.Agent, Framework: o.Framework, Status: alloc.Accept}))
	}
	for _, fw := range order {
		s.deliver(fw, made[fw])
	}
}

// openOffer enters an offer.
func (s *simulation) openOffer(o *alloc.Offer, fw *framework) offerRef {
	slot := takeSlot(&s.offers, &s.freeOffers)
	x := &s.offers[slot]
	*x = offer{framework: fw, machine: s.byAgent[o.Agent], role: o.Role, gen: x.gen + 1, open: true}
	for _, r := range s.cycle.ResourcesOf(o) {
		x.total[s.resourceOf(r.Kind)] += r.Amount
		if s.special[r.Kind] != nil {
			x.parts = s.cycle.ResourcesOf(o)
		}
	}
	x.parts = slices.Clone(x.parts)
	role := s.roleOf(o.Role)
	role.Offered.Add(&x.total)
	fw.heldIn(o.Role).Add(&x.total)
	role.Counts[results.OffersMade]++
	return offerRef{slot, x.gen}
}

// deliver brings the offers of one cycle to a framework. The framework answers when it has held them for
// its time, unless the master takes them back before.
func (s *simulation) deliver(fw *framework, refs []offerRef) {
	hold := alloc.Time(0)
	if distribution := &fw.plan.Hold.Distribution; distribution.Kind != scenario.Constant || distribution.A > 0 {
		random := streamOf(s.seed, fw.stream, fw.answers, forHold)
		hold = timeOf(random.draw(distribution))
		fw.answers++
	}
	timeout := s.scenario.Settings.OfferTimeout
	expires := time.Duration(timeout) != scenario.Forever && (fw.gangs > 0 || hold >= alloc.Time(timeout))
	if hold == 0 && !expires {
		s.answer(fw, refs)
		return
	}
	// Whichever of the answer and the timeout comes later finds the offers closed, except for those
	// that are kept for a gang: these time out.
	if expires {
		s.events.push(s.now.Add(time.Duration(timeout)), func() { s.timeOut(refs) })
	}
	switch {
	case hold == 0:
		s.answer(fw, refs)
	case !expires || hold < alloc.Time(timeout):
		s.events.push(s.now.Add(time.Duration(hold)), func() { s.answer(fw, refs) })
	}
}

// timeOut takes back those offers that are still open.
func (s *simulation) timeOut(refs []offerRef) {
	for _, ref := range refs {
		if o := s.offerAt(ref); o != nil {
			s.rescind(ref)
		}
	}
}

// offerAt is the offer, or nil if it is no longer open.
func (s *simulation) offerAt(ref offerRef) *offer {
	if o := &s.offers[ref.slot]; o.open && o.gen == ref.gen {
		return o
	}
	return nil
}

// closeOffer ends an offer that has been answered or taken back. Its total is what
// it was made with.
func (s *simulation) closeOffer(ref offerRef) {
	o := &s.offers[ref.slot]
	s.roleOf(o.role).Offered.Sub(&o.total)
	o.framework.heldIn(o.role).Sub(&o.total)
	o.open = false
	s.freeOffers = append(s.freeOffers, ref.slot)
}

// rescind takes back an offer that is open.
func (s *simulation) rescind(ref offerRef) {
	o := &s.offers[ref.slot]
	s.giveBack(o, s.byKind(&o.total, o.parts), 0)
	s.roleOf(o.role).Counts[results.OffersRescinded]++
	s.closeOffer(ref)
}

// giveBack returns a part of an offer to the master.
func (s *simulation) giveBack(o *offer, rest []alloc.Resource, refuse scenario.Duration) {
	s.check(s.core.RecoverResources(alloc.RecoverRequest{
		Now:       s.now,
		Framework: o.framework.id,
		Agent:     s.machines[o.machine].agent,
		Role:      o.role,
		Resources: rest,
		RefuseFor: min(time.Duration(refuse), alloc.MaxRefuse),
	}))
}

// decline refuses all of an offer.
func (s *simulation) decline(ref offerRef, refuse scenario.Duration) {
	o := &s.offers[ref.slot]
	s.giveBack(o, s.byKind(&o.total, o.parts), refuse)
	s.roleOf(o.role).Counts[results.OffersDeclined]++
	s.closeOffer(ref)
}

// accept launches tasks on an offer and refuses the rest.
func (s *simulation) accept(ref offerRef, launches []launch, refuse scenario.Duration) {
	o := &s.offers[ref.slot]
	left := s.shareOut(o, launches)
	var used amounts
	for i := range launches {
		used.Add(&s.sizes[launches[i].uses])
	}
	s.check(s.core.TransitionOfferedToAllocated(s.machines[o.machine].agent, o.role, s.usedBy(launches, &used)))
	rest := o.total
	rest.Sub(&used)
	if !rest.IsEmpty() {
		s.giveBack(o, s.byKind(&rest, left), refuse)
	}
	s.account(o.framework, o.machine, o.role, (*amounts).Add, &used)
	for i := range launches {
		s.start(o, &launches[i])
	}
	s.closeOffer(ref)
}
