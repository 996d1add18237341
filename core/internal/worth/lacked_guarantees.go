package worth

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

// AnyLackingRole reports whether any role that has active frameworks lacks something of its
// guarantees. For so few agents to visit it does not look through all roles, and says yes.
func AnyLackingRole(w *Worth, agents int) bool {
	if w.drawsInVain {
		return true
	}
	for id := range w.roles.InUse() {
		if agents--; agents < 0 {
			return true
		}
		r := w.roles.Get(id)
		if r.HasQuota && r.Active > 0 && lackedNames(w, r.Client, roles.AllNames) != 0 {
			return true
		}
	}
	return false
}

// BeginGuarantees begins a visit of the guarantee stage. It returns false if nothing free on
// the agent fills a guarantee, or nobody is worth asking.
func (w *Worth) BeginGuarantees(slot slots.Agent, g *agents.Agent) bool {
	w.begin(slot, g)
	w.free = w.namesForGuarantees()
	if w.free == 0 || !w.findAudience() {
		return false
	}
	w.openRoles(lackedNames)
	return true
}

// EndGuarantees ends a visit of the guarantee stage. refused is whether everybody who was asked
// refuses all that is free.
func EndGuarantees(w *Worth, refused bool) {
	if refused && !w.inPart && !w.uncountable {
		w.Cuts.refused.Set(w.slot)
	}
}

// Refused reports whether the guarantee stage has nothing of an agent for anybody.
func Refused(w *Worth, slot slots.Agent) bool { return w.Cuts.refused.Has(slot) && !w.sparesNone() }

// NextLackingRole returns the next role to be asked in the guarantee stage, and opens its
// frameworks. It passes over roles that lack nothing of what is free.
func (w *Worth) NextLackingRole() (id api.RoleID, ok bool) {
	if w.isAsked {
		w.free = w.namesForGuarantees()
	}
	for w.free != 0 && w.audience.are != nobody {
		client, ok := w.roleOrder.next()
		if !ok {
			break
		}
		w.Looked.Roles++
		if slices.Contains(w.outOfTurn, client) {
			continue
		}
		if lacks := lackedNames(w, client, roles.AllNames); lacks&w.free == 0 {
			w.passRole(lacks)
			continue
		}
		w.isAsked = true
		return w.openFrameworks(client), true
	}
	return api.NoRole, false
}

// OpenRole opens the frameworks of a role that is asked out of turn, and not in its turn. It
// returns false if there are none.
func OpenRole(w *Worth, id api.RoleID) bool {
	r := w.roles.Get(id)
	if r.Frameworks == nil {
		return false
	}
	w.isAsked = true
	w.openFrameworks(r.Client)
	w.outOfTurn = append(w.outOfTurn, r.Client)
	return true
}

// namesForGuarantees returns the names free on the agent that can fill anyone's
// guarantee. It returns all names while visits in vain draw random numbers, since a role
// that lacks another name draws, too.
func (w *Worth) namesForGuarantees() roles.NameSet {
	if w.agent.Free.Empty() {
		return 0
	}
	if w.fullPass {
		return roles.AllNames
	}
	required := roles.NamesIn(*w.headroom.required)
	if w.drawsInVain && required != 0 {
		return roles.AllNames
	}
	return quotaNames(w.agent.FreeBag()) & required
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
func lackedNames(w *Worth, client sorter.Client, _ roles.NameSet) roles.NameSet {
	r := w.roles.Get(w.roles.ByClient[client])
	var lacks roles.NameSet
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
