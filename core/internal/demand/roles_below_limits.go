package demand

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/order"
)

// The fair stage asks roles to which quota leaves something, and roles that may have what quota does not count:
// what is reserved for them or for roles above, or what is revocable.

// BeginFair begins a visit of the fair stage. It returns false, and has ended the visit, if nobody is to be asked:
// nothing is free, everybody there was asked in vain before, or nobody has a use for what quota leaves.
func (d *Demand) BeginFair(slot slots.Agent, g *agents.Agent) bool {
	d.beginVisit(slot, g)
	if g.Free.Empty() || !d.findWhom() || !d.boundByQuota() {
		d.EndFair(false)
		return false
	}
	d.openRoles(d.usable)
	return true
}

// NextFair returns the next role to be asked, and opens its frameworks. It passes over roles at their
// limits.
func (d *Demand) NextFair() (id alloc.RoleID, ok bool) {
	for d.whom.are != nobody {
		client, ok := d.nextRole()
		if !ok {
			break
		}
		if d.usable == 0 || d.hasUse(client) {
			return d.openFrameworks(client), true
		}
	}
	return slots.NoRole, false
}

// HeldBack returns which names are free on the agent, though the headroom leaves nothing of them to anybody.
func (d *Demand) HeldBack() roles.NameBits { return d.heldBack }

// boundByQuota sets usable to the names on the agent of which the headroom leaves something, and to what quota does
// not count. It returns false if no role has a use for any of that. If something else is worth an offer, too, usable
// stays 0.
func (d *Demand) boundByQuota() bool {
	names, ok := d.limitedNames()
	if !ok {
		return true
	}
	d.heldBack = heldBackOf(d.report, names&^roles.BeyondQuota)
	d.NoteCut(slots.NoRole, 0, d.heldBack)
	d.usable = names &^ d.heldBack
	return d.usable != 0 && !d.noneIsUseful(d.usable)
}

// limitedNames returns the bits of the agent's free scalars (namesOf). ok is whether these alone decide if there is
// anything to offer: nothing else is free, or only ranges and sets that are not worth an offer by themselves.
func (d *Demand) limitedNames() (free roles.NameBits, ok bool) {
	b := d.agent.FreeBag()
	if d.asksAll || d.Roles.WithQuota == 0 && b.Flags&(resource.Reserved|resource.Revocable) == 0 {
		return 0, false
	}
	if b.Flags&resource.RangesOrSet != 0 && (len(b.Counts) == 0 || !d.needMoreThanIntervals()) {
		return 0, false
	}
	free = namesOf(b)
	names := free &^ roles.BeyondQuota
	return free, names == 0 || d.Roles.WithQuota > 0 && names&^roles.OwnNames == 0
}

// usesBeyondQuota returns which of ReservedBit and RevocableBit, among some bits, a role has a use for.
func (d *Demand) usesBeyondQuota(client order.Client, of roles.NameBits) (use roles.NameBits) {
	if of&roles.ReservedBit != 0 && d.isReservedFor(d.Roles.ByClient[client]) {
		use |= roles.ReservedBit
	}
	if of&roles.RevocableBit != 0 && d.revocableTakers().Has(client) {
		use |= roles.RevocableBit
	}
	return use
}

// isReservedFor reports whether anything in the cluster is reserved for a role or for one above it.
func (d *Demand) isReservedFor(id alloc.RoleID) bool {
	for ; id != slots.NoRole; id = d.Roles.Get(id).Parent {
		if !d.Roles.Get(id).Reserved.IsZero() {
			return true
		}
	}
	return false
}

// revocableTakers are the roles in which somebody may have revocable resources. It finds them once a cycle.
func (d *Demand) revocableTakers() container.BitSet[order.Client] {
	t := &d.revocable
	if !t.found {
		t.found = true
		t.roles.Reset()
		for m := range d.Frameworks.Active.All {
			if d.Frameworks.At(d.Frameworks.Subscriptions.At(m).Framework).Capabilities&alloc.RevocableResources != 0 {
				t.roles.Set(d.clientOf(m))
			}
		}
	}
	return t.roles
}

// leftOf returns those of some names of which a role's limits leave any. It notes the others as if the role had
// been asked for them in vain (NoteCut).
func (d *Demand) leftOf(id alloc.RoleID, of roles.NameBits) roles.NameBits {
	if of == 0 {
		return 0
	}
	limits := d.Roles.LimitsLeft(&d.turns.limits, id, nil)
	if limits == nil {
		return of
	}
	exhausted := limits.Exhausted() & roles.OwnNames
	d.NoteCut(id, exhausted&of, 0)
	return of &^ exhausted
}

// intervalsAlone is what is known of whether ranges and sets alone are worth an offer.
type intervalsAlone struct{ asked, inVain bool }

// needMoreThanIntervals reports whether ranges and sets alone are worth no offer to anybody: every minimum asks for
// something besides. It finds that out once a cycle.
func (d *Demand) needMoreThanIntervals() bool {
	x := &d.intervals
	if !x.asked {
		x.asked, x.inVain = true, d.Frameworks.AllNeedMoreThan(d.Kinds.IntervalNames())
	}
	return x.inVain
}
