package demand

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
)

// The fair stage asks the roles that quota leaves something, or that may have what quota does not count.

// BeginFair begins a visit of the fair stage. It returns false if nobody is to be asked.
func (d *Demand) BeginFair(slot slots.Agent, g *agents.Agent) bool {
	d.beginVisit(slot, g)
	if g.Free.Empty() || !d.findWhom() || !d.boundByQuota() {
		d.EndFair(false)
		return false
	}
	names := d.free
	if !d.beyond.roles.Empty() {
		names = 0
	}
	d.openRoles(names)
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
		if d.free == 0 || d.beyond.roles.Has(client) || d.hasUse(client) {
			return d.openFrameworks(client), true
		}
	}
	return slots.NoRole, false
}

// HeldBack returns the names of which the headroom leaves nothing to anybody, of those that are free.
func (d *Demand) HeldBack() roles.NameSet { return d.heldBack }

// boundByQuota begins a visit with the names of which quota leaves something to roles. It
// returns false if that is none, and all that quota does not count is worth an offer to nobody.
func (d *Demand) boundByQuota() bool {
	d.beyond.clear()
	names, beyond, ok := d.limitedNames()
	if !ok || beyond && (d.ofNews || !d.findBeyondQuota(d.agent.FreeBag())) {
		d.beyond.clear()
		return true
	}
	d.heldBack = d.headroom.heldBackOf(names)
	d.NoteCut(slots.NoRole, 0, d.heldBack)
	if free := names &^ d.heldBack; free != 0 && !d.noneIsUseful(free) {
		d.free = free
		return true
	}
	return beyond && d.only(d.beyond.list)
}

// limitedNames returns the names of an agent's free scalars that quota counts. ok is whether
// limits on them and the headroom decide if there is anything to offer: nothing else is free
// but ranges and sets that are not worth an offer by themselves, and, if beyond is set, what is
// reserved or revocable.
func (d *Demand) limitedNames() (free roles.NameSet, beyond, ok bool) {
	b := d.agent.FreeBag()
	beyond = b.Flags&(resource.Reserved|resource.Revocable) != 0
	if d.Roles.WithQuota == 0 && !beyond || d.fullPass {
		return 0, false, false
	}
	if b.Flags&resource.RangesOrSet != 0 && (len(b.Counts) == 0 || !d.needMoreThanIntervals()) {
		return 0, false, false
	}
	free = quotaNames(b)
	return free, beyond, free == 0 || d.Roles.WithQuota > 0 && free&^roles.OwnNames == 0
}

// leftOf returns those of some names of which a role's limits leave any. Of the others the role is
// asked in vain.
func (d *Demand) leftOf(id alloc.RoleID, of roles.NameSet) roles.NameSet {
	limits := &d.turns.limits
	if !d.Roles.LimitsLeft(limits, id, nil) {
		return of
	}
	exhausted := limits.Exhausted() & roles.OwnNames
	d.NoteCut(id, exhausted&of, 0)
	return of &^ exhausted
}
