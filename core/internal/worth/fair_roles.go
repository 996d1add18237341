package worth

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/sorter"
)

// fairRoles are the roles that the fair stage asks: those that quota leaves something, or that may
// have what quota does not count.
type fairRoles struct {
	*state
	visits *agentsToVisit
	inTurn *rolesToAsk
	cuts   *cutAgents

	Exhausted   exhaustedLimits
	beyondQuota takersBeyondQuota
	intervals   intervalsAlone

	// In a visit.
	limited      bool // limits on names in free decide whether there is anything to offer
	withTakers   bool // but roles in beyondQuota are asked even so
	allExhausted bool // every role so far was at its limits for names in free
}

// open begins a cycle.
func (f *fairRoles) open() {
	f.intervals.asked = false
	f.beyondQuota.open()
}

// Begin begins a visit of the fair stage. It returns false if nobody is worth asking.
func (f *fairRoles) Begin(slot slots.Agent, g *agents.Agent) bool {
	f.visits.begin(slot, g)
	f.limited, f.withTakers = false, false
	whom := f.inTurn.whom
	if g.Free.Empty() || !whom.find() {
		if !f.inPart {
			f.news.OfferedInVain(slot)
		}
		return false
	}
	if !f.boundByQuota() {
		f.visits.end(false)
		return false
	}
	names := f.free
	if f.withTakers {
		names = 0
	}
	f.inTurn.open(names, f)
	if f.inTurn.order.from == interestedClients { // those left out are cut down to nothing
		f.passedOver()
	}
	f.allExhausted = f.limited && whom.are != few && !f.inPart
	return true
}

// Next returns the next role to be asked, and opens its frameworks. It passes over roles at their
// limits.
func (f *fairRoles) Next() (id api.RoleID, ok bool) {
	for f.inTurn.whom.are != nobody {
		client, ok := f.inTurn.next()
		if !ok {
			if f.allExhausted {
				f.Exhausted.ForAll |= f.free
			}
			break
		}
		if f.limited {
			left := f.Exhausted.leave(client, f.free|f.inTurn.interested.names)
			if left&f.free != 0 {
				f.allExhausted = false
			} else if !f.withTakers || !f.beyondQuota.roles.Has(client) {
				f.passedOver()
				f.inTurn.pass(left)
				continue
			}
		}
		return f.inTurn.whom.open(client), true
	}
	return api.NoRole, false
}

// End ends a visit.
func (f *fairRoles) End(offered bool) { f.visits.end(offered) }

// namesFor returns the names of which limits leave a role any (roleUse).
func (f *fairRoles) namesFor(client sorter.Client, of roles.NameSet) roles.NameSet {
	return f.Exhausted.leave(client, of)
}

// passedOver notes that a role was not asked since its limits leave nothing.
func (f *fairRoles) passedOver() {
	f.isCut = true
	f.cuts.noteNames(f.free, f.HeldBack)
}

// boundByQuota begins a visit with the names of which quota leaves something to roles. It
// returns false if that is none, and all that quota does not count is worth an offer to nobody.
func (f *fairRoles) boundByQuota() bool {
	names, beyond, ok := f.limitedNames()
	if !ok || beyond && (f.inPart || !f.beyondQuota.find(f.agent.FreeBag())) {
		return true
	}
	f.HeldBack = f.headroom.heldBackOf(names)
	if free := names &^ f.HeldBack; free&^f.Exhausted.ForAll != 0 {
		f.free, f.limited, f.withTakers = free, true, beyond && len(f.beyondQuota.list) > 0
		return true
	}
	f.cuts.noteNames(names&^f.HeldBack, f.HeldBack)
	f.isCut = names != 0
	return beyond && f.beyondQuota.leaveOutOthers(&f.inTurn.whom.audience)
}

// limitedNames returns the names of an agent's free scalars that quota counts. ok is whether
// limits on them and the headroom decide if there is anything to offer: nothing else is free
// but ranges and sets that are not worth an offer by themselves, and, if beyond is set, what is
// reserved or revocable.
func (f *fairRoles) limitedNames() (free roles.NameSet, beyond, ok bool) {
	b := f.agent.FreeBag()
	beyond = b.Flags&(resource.Reserved|resource.Revocable) != 0
	if f.roles.WithQuota == 0 && !beyond || f.fullPass {
		return 0, false, false
	}
	if b.Flags&resource.RangesOrSet != 0 && (len(b.Counts) == 0 || !f.intervals.areInVain()) {
		return 0, false, false
	}
	for _, n := range b.Counts {
		if n.Flags()&resource.QuotaMask != 0 {
			continue
		}
		if f.roles.WithQuota == 0 || n.Name >= roles.SharedName {
			return 0, false, false
		}
		free |= roles.NameBit(n.Name)
	}
	return free, beyond, true
}
