package demand

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
	room   *room

	exhausted   exhaustedLimits
	beyondQuota takersBeyondQuota

	// In a visit.
	free         roles.NameSet // the names that are not held back: roles whose limits leave nothing of them are passed over; 0: none is
	withTakers   bool          // but for those in beyondQuota
	allExhausted bool          // every role so far was at its limits for names in free
}

// open begins a cycle.
func (f *fairRoles) open() {
	f.exhausted.open()
	f.beyondQuota.open()
}

// Begin begins a visit of the fair stage. It returns false if nobody is to be asked.
func (f *fairRoles) Begin(slot slots.Agent, g *agents.Agent) bool {
	f.visits.begin(slot, g)
	f.free, f.withTakers = 0, false
	whom := f.inTurn.whom
	if g.Free.Empty() || !whom.find() || !f.boundByQuota() {
		f.visits.end(false)
		return false
	}
	names := f.free
	if f.withTakers {
		names = 0
	}
	f.inTurn.open(names, f)
	f.allExhausted = f.free != 0 && !whom.isFew && !f.ofNews
	return true
}

// Next returns the next role to be asked, and opens its frameworks. It passes over roles at their
// limits.
func (f *fairRoles) Next() (id api.RoleID, ok bool) {
	for f.inTurn.whom.are != nobody {
		client, ok := f.inTurn.next()
		if !ok {
			if f.allExhausted {
				f.exhausted.forAll |= f.free
			}
			break
		}
		if f.free != 0 {
			left := f.exhausted.leave(client, f.free|f.inTurn.interested.names)
			if left&f.free != 0 {
				f.allExhausted = false
			} else if !f.withTakers || !f.beyondQuota.roles.Has(client) {
				if !f.ofNews || !f.inTurn.passFull(client) {
					f.inTurn.pass(left)
				}
				continue
			}
		}
		if f.ofNews && f.inTurn.passFull(client) {
			continue
		}
		return f.inTurn.whom.open(client), true
	}
	return api.NoRole, false
}

// End ends a visit.
func (f *fairRoles) End(offered bool) { f.visits.end(offered) }

// namesFor returns the names of which limits leave a role any (roleUse).
func (f *fairRoles) namesFor(client sorter.Client, of roles.NameSet) roles.NameSet {
	return f.exhausted.leave(client, of)
}

// boundByQuota begins a visit with the names of which quota leaves something to roles. It
// returns false if that is none, and all that quota does not count is worth an offer to nobody.
func (f *fairRoles) boundByQuota() bool {
	names, beyond, ok := f.limitedNames()
	if !ok || beyond && (f.ofNews || !f.beyondQuota.find(f.agent.FreeBag())) {
		return true
	}
	f.HeldBack = f.headroom.heldBackOf(names)
	f.room.NoteCut(api.NoRole, 0, f.HeldBack)
	if free := names &^ f.HeldBack; free&^f.exhausted.forAll != 0 {
		f.free, f.withTakers = free, beyond && len(f.beyondQuota.list) > 0
		return true
	}
	return beyond && f.inTurn.whom.only(f.beyondQuota.list)
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
	if b.Flags&resource.RangesOrSet != 0 && (len(b.Counts) == 0 || !f.inTurn.whom.minima.needMoreThanIntervals()) {
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
