package demand

import (
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// lackingRoles are the roles that the guarantee stage asks: those that lack something of their
// guarantees.
type lackingRoles struct {
	*state
	visits *agentsToVisit
	inTurn *rolesToAsk

	// In a visit.
	free      roles.NameSet   // names free on the agent that fill guarantees
	isAsked   bool            // a role has been asked: less may be free
	outOfTurn []sorter.Client // roles that have been asked before all others
}

// Any reports whether any role that has active frameworks lacks something of its guarantees. For
// so few agents to visit it does not look through all roles, and says yes.
func (l *lackingRoles) Any(agents int) bool {
	for id := range l.roles.InUse() {
		agents--
		if agents < 0 {
			return true
		}
		r := l.roles.Get(id)
		if r.HasQuota && r.Active > 0 && lackedNames(r) != 0 {
			return true
		}
	}
	return false
}

// Begin begins a visit of the guarantee stage. It returns false if nothing free on the agent fills
// a guarantee, or nobody is to be asked.
func (l *lackingRoles) Begin(slot slots.Agent, g *agents.Agent) bool {
	l.visits.begin(slot, g)
	l.isAsked, l.outOfTurn = false, l.outOfTurn[:0]
	l.free = l.fillingNames()
	if l.free == 0 || !l.inTurn.whom.find() {
		return false
	}
	l.inTurn.open(l.free, l)
	return true
}

// Next returns the next role to be asked, and opens its frameworks. It passes over roles that lack
// nothing of what is free.
func (l *lackingRoles) Next() (id api.RoleID, ok bool) {
	if l.isAsked {
		l.free = l.fillingNames()
	}
	for l.free != 0 && l.inTurn.whom.are != nobody {
		client, ok := l.inTurn.next()
		if !ok {
			break
		}
		if slices.Contains(l.outOfTurn, client) {
			continue
		}
		if lacks := l.namesFor(client, roles.AllNames); lacks&l.free == 0 {
			l.inTurn.pass(lacks)
			continue
		}
		l.isAsked = true
		return l.inTurn.whom.open(client), true
	}
	return api.NoRole, false
}

// Open opens the frameworks of a role that is asked out of turn, and not in its turn. It returns
// false if there are none.
func (l *lackingRoles) Open(id api.RoleID) bool {
	r := l.roles.Get(id)
	if r.Frameworks == nil {
		return false
	}
	l.isAsked = true
	l.inTurn.whom.open(r.Client)
	l.outOfTurn = append(l.outOfTurn, r.Client)
	return true
}

// fillingNames returns the names free on the agent that can fill anyone's guarantee.
func (l *lackingRoles) fillingNames() roles.NameSet {
	if l.agent.Free.Empty() {
		return 0
	}
	if l.fullPass {
		return roles.AllNames
	}
	return quotaNames(l.agent.FreeBag()) & roles.NamesIn(*l.headroom.required)
}

// namesFor returns the names of which a role consumes less than its guarantees (roleUse).
func (l *lackingRoles) namesFor(client sorter.Client, _ roles.NameSet) roles.NameSet {
	return lackedNames(l.roles.Get(l.roles.ByClient[client]))
}

// quotaNames returns the names of which quota counts something in a bag.
func quotaNames(b *resource.Bag) (names roles.NameSet) {
	for _, n := range b.Counts {
		if n.Flags()&resource.QuotaMask == 0 {
			names |= roles.NameBit(n.Name)
		}
	}
	return names
}

// lackedNames returns the names of which a role consumes less than its guarantees.
func lackedNames(r *roles.Role) (lacks roles.NameSet) {
	for n, q := range r.Quota.Guarantees.Near() {
		if name := quantities.Name(n); q > 0 && q > r.Consumed.At(name) {
			lacks |= roles.NameBit(name)
		}
	}
	for n, q := range r.Quota.Guarantees.Far() {
		if q > r.Consumed.At(n) {
			return lacks | roles.NameBit(n)
		}
	}
	return lacks
}
