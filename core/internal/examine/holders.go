package examine

import (
	"cmp"
	"iter"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
)

// mostHolders is how many of those who have something are named.
const mostHolders = 5

// holders sums up who has what.
type holders struct {
	x    *examiner
	rows map[holder]*rows.Wide
}

// holder is a subscription, or (none) a role.
type holder struct {
	subscription slots.Subscription
	role         alloc.RoleID
}

func (x *examiner) newHolders() *holders { return &holders{x, map[holder]*rows.Wide{}} }

func (h *holders) rowOf(who holder) *rows.Wide {
	row := h.rows[who]
	if row == nil {
		row = new(rows.Wide)
		h.rows[who] = row
	}
	return row
}

// addAgent adds what is offered or allocated on an agent.
func (h *holders) addAgent(g *agents.Agent) {
	a := h.x.a
	for _, ref := range g.Entries {
		row := h.rowOf(holder{ref.Subscription, a.Frameworks.Subscriptions.At(ref.Subscription).Role})
		a.Ledger.Entries.At(ref.Entry).Resources.Amounts(row, a.Kinds)
	}
}

// holdersOfAll returns who has most of the admitted agents with nothing free.
func (x *examiner) holdersOfAll() []explain.Holding {
	if x.holders == nil {
		h := x.newHolders()
		for slot := range x.a.Agents.Admitted.All {
			if !x.a.Agents.Offerable.Has(slot) {
				h.addAgent(x.a.Agents.At(slot))
			}
		}
		x.holders = h.most()
	}
	return slices.Clone(x.holders)
}

// addReservedForOthers adds what is free on an agent and reserved for roles that
// are neither the given one nor above it.
func (h *holders) addReservedForOthers(g *agents.Agent, role alloc.RoleID) {
	a := h.x.a
	for id, part := range a.reservedParts(g.FreeBag()) {
		if !a.Roles.IsSelfOrAncestor(id, role) {
			part.Amounts(h.rowOf(holder{slots.None, id}), a.Kinds)
		}
	}
}

// reservedParts ranges over the reserved parts of a bag, piece by piece, each with its
// role.
func (ex *Explainer) reservedParts(b *resource.Bag) iter.Seq2[alloc.RoleID, *resource.Bag] {
	return func(yield func(alloc.RoleID, *resource.Bag) bool) {
		for i, n := range b.Counts {
			if n.Flags()&resource.Reserved != 0 && !yield(ex.Kinds.ReservingRole(n), &resource.Bag{Counts: b.Counts[i : i+1], Flags: n.Flags()}) {
				return
			}
		}
		for i, x := range b.Intervals {
			k := ex.Kinds.Get(uint32(x.Kind))
			if k.Flags&resource.Reserved != 0 && !yield(k.Role, &resource.Bag{Intervals: b.Intervals[i : i+1], Flags: k.Flags}) {
				return
			}
		}
	}
}

// most returns those who have the largest part of the cluster's total of any resource.
func (h *holders) most() []explain.Holding {
	type share struct {
		part float64
		explain.Holding
	}
	var list []share
	for who, sum := range h.rows {
		row := narrow(sum)
		s := share{Holding: explain.Holding{Party: h.x.a.roleParty(who.role), Amounts: h.x.a.Amounts(row)}}
		if who.subscription != slots.None {
			s.Party = h.x.a.party(who.subscription)
		}
		for n, q := range row.All() {
			if total := h.x.a.Totals.Total().At(n); total > 0 {
				s.part = max(s.part, q.Float()/total.Float())
			}
		}
		list = append(list, s)
	}
	slices.SortFunc(list, func(x, y share) int {
		return cmp.Or(-cmp.Compare(x.part, y.part), cmp.Compare(x.FrameworkName, y.FrameworkName), cmp.Compare(x.RoleName, y.RoleName))
	})
	var most []explain.Holding
	for _, s := range list[:min(len(list), mostHolders)] {
		most = append(most, s.Holding)
	}
	return most
}

// party names a subscription.
func (ex *Explainer) party(m slots.Subscription) explain.Party {
	sub := ex.Frameworks.Subscriptions.At(m)
	return ex.frameworkParty(sub.Framework, sub.Role)
}

// frameworkParty names a framework in a role, whether or not it is subscribed to it.
func (ex *Explainer) frameworkParty(f slots.Framework, id alloc.RoleID) explain.Party {
	p := ex.roleParty(id)
	p.Framework, p.FrameworkName = ex.Frameworks.FrameworkID(f), ex.Frameworks.At(f).Name
	return p
}

// pathParty names the role of a path that there is.
func (ex *Explainer) pathParty(path string) explain.Party {
	id, _, _ := ex.Roles.Descend(path)
	return ex.roleParty(id)
}

func (ex *Explainer) roleParty(id alloc.RoleID) explain.Party {
	return explain.Party{Role: id, RoleName: ex.Roles.Path(id)}
}
