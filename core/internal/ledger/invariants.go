package ledger

import (
	"fmt"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// Validate checks the invariants of Ledger, Entry, ClusterAmounts and Lingerings. It also checks what packages
// below derive from what is held: what is free, what tasks use, the sums of roles and sorters, and who refers to
// kinds.
func (lg *Ledger) Validate() error {
	v := validation{lg}
	for _, check := range []func() error{v.entries, v.ofSubscriptions, v.ofAgents, v.ofRoles, v.lingering, v.claimed, v.lent} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// validation is a ledger that is being checked.
type validation struct{ *Ledger }

// entries checks the entries on the lists of agents.
func (lg validation) entries() error {
	onAgents := 0
	for slot := range lg.agents.Alive.All {
		g := lg.agents.At(slot)
		for _, ref := range g.Entries {
			e := lg.Entries.At(ref.Entry)
			onAgents++
			if e.Agent != slot || !lg.frameworks.Subscriptions.At(e.Subscription).Live || e.Subscription != ref.Subscription {
				return assert.Broken("Ledger", 1, "agent %q: entry %d of subscription %d", g.Name, ref.Entry, e.Subscription)
			}
			if e.Resources.Empty() {
				return assert.Broken("Entry", 1, "agent %q: entry %d of subscription %d is empty", g.Name, ref.Entry, e.Subscription)
			}
			if err := e.Resources.Validate(lg.kinds); err != nil {
				return fmt.Errorf("held on agent %q: %w", g.Name, err)
			}
		}
	}
	if onAgents != lg.Entries.Live() {
		return assert.Broken("Ledger", 1, "%d entries on agents, %d taken", onAgents, lg.Entries.Live())
	}
	return nil
}

// ofSubscriptions checks the entries on the lists of subscriptions.
func (lg validation) ofSubscriptions() error {
	ofSubscriptions := 0
	var unregistered quantities.Row
	by := make([]slots.Subscription, lg.agents.Len()) // by agent: the last subscription found there
	for i := range by {
		by[i] = slots.None
	}
	for slot := range slots.Framework(lg.frameworks.Len()) {
		f := lg.frameworks.At(slot)
		entries := 0
		for _, m := range f.Subscriptions {
			before := slots.Entry(slots.None)
			for i := lg.frameworks.Subscriptions.At(m).FirstEntry; i != slots.None; i = lg.Entries.At(i).NextOfSubscription {
				e := lg.Entries.At(i)
				entries++
				if e.Subscription != m || e.PrevOfSubscription != before || by[e.Agent] == m {
					return assert.Broken("Ledger", 1, "subscription %d: entry %d", m, i)
				}
				if !lg.frameworks.Registered.Has(slot) {
					e.Resources.Scalars(&unregistered, lg.kinds)
				}
				before, by[e.Agent] = i, m
			}
		}
		ofSubscriptions += entries
	}
	switch {
	case ofSubscriptions != lg.Entries.Live():
		return assert.Broken("Ledger", 1, "%d entries of subscriptions, %d taken", ofSubscriptions, lg.Entries.Live())
	case !unregistered.Equal(lg.UnregisteredUse):
		return assert.Broken("Ledger", 2, "unregistered frameworks hold %s instead of %s", lg.kinds.FormatRow(lg.UnregisteredUse), lg.kinds.FormatRow(unregistered))
	}
	return nil
}

// ofAgents checks what is free on agents and in use there.
func (lg validation) ofAgents() error {
	var total quantities.Row
	var held resource.Bag
	for slot := range lg.agents.Alive.All {
		g := lg.agents.At(slot)
		g.Total.Scalars(&total, lg.kinds)
		lg.HeldOn(&held, slot, g)
		if err := g.ValidateFree(&held, lg.kinds); err != nil {
			return err
		}
		byRole := map[alloc.RoleID]*resource.Bag{}
		for i := range g.InUse {
			byRole[g.InUse[i].Role] = new(resource.Bag)
		}
		for _, ref := range g.Entries {
			if b := byRole[lg.frameworks.Subscriptions.At(ref.Subscription).Role]; b != nil {
				b.Add(&lg.Entries.At(ref.Entry).Resources)
			}
		}
		for i := range g.InUse {
			if err := g.InUse[i].Validate(byRole[g.InUse[i].Role], lg.kinds); err != nil {
				return fmt.Errorf("agent %q: %w", g.Name, err)
			}
		}
	}
	if !total.Equal(lg.totals.Total()) {
		return assert.Broken("Ledger", 3, "total is %s instead of %s", lg.kinds.FormatRow(lg.totals.Total()), lg.kinds.FormatRow(total))
	}
	return nil
}

// roleSums is what the ledger says of one role: roles.Sums, which include subroles, and what is held in the role
// alone.
type roleSums struct{ reserved, heldReserved, heldUnreserved, inUse, held quantities.Row }

// ofRoles compares the roles' sums and their sorters with what agents have and
// entries hold.
func (lg validation) ofRoles() error {
	sums := map[alloc.RoleID]*roleSums{}
	for n := range lg.roles.All {
		sums[alloc.RoleID(n)] = &roleSums{}
	}
	for slot := range lg.agents.Alive.All {
		lg.sumAgent(sums, lg.agents.At(slot))
	}
	for n, r := range lg.roles.All {
		s := sums[alloc.RoleID(n)]
		if row := lg.kinds.FormatRow; !r.Reserved.Equal(s.reserved) || !r.OfferedOrAllocatedReserved.Equal(s.heldReserved) ||
			!r.OfferedOrAllocatedUnreserved.Equal(s.heldUnreserved) || !r.InUse.Equal(s.inUse) {
			return assert.Broken("Role", 2, "role %q: reserved %s, held %s and %s, allocated %s; the ledger has %s, %s and %s, %s", lg.roles.PathOf(r),
				row(r.Reserved), row(r.OfferedOrAllocatedReserved), row(r.OfferedOrAllocatedUnreserved), row(r.InUse),
				row(s.reserved), row(s.heldReserved), row(s.heldUnreserved), row(s.inUse))
		}
		if r.Frameworks == nil {
			continue
		}
		if allocated := lg.roles.Sorter.Allocation(r.Client); !s.held.Equal(allocated) {
			return assert.Broken("Entry", 2, "role %q: the sorter has %s, the ledger %s", lg.roles.PathOf(r), lg.kinds.FormatRow(allocated), lg.kinds.FormatRow(s.held))
		}
		for _, m := range r.Subscriptions {
			sub := lg.frameworks.Subscriptions.At(m)
			var row quantities.Row
			for i := sub.FirstEntry; i != slots.None; i = lg.Entries.At(i).NextOfSubscription {
				lg.Entries.At(i).Resources.Scalars(&row, lg.kinds)
			}
			if allocated := r.Frameworks.Allocation(sub.Client); !row.Equal(allocated) {
				return assert.Broken("Entry", 2, "role %q, subscription %d: the sorter has %s, the ledger %s", lg.roles.PathOf(r), m, lg.kinds.FormatRow(allocated), lg.kinds.FormatRow(row))
			}
		}
	}
	return nil
}

// sumAgent adds what one agent contributes to its roles' sums. Of what registered
// frameworks hold there in a role, a shared volume counts once.
func (lg validation) sumAgent(sums map[alloc.RoleID]*roleSums, g *agents.Agent) {
	t := lg.kinds
	for _, c := range g.Total.Counts {
		if c.Flags()&resource.Reserved != 0 {
			for id := lg.kinds.ReservingRole(c); id != slots.NoRole; id = lg.roles.Get(id).Parent {
				sums[id].reserved.AddAt(c.Name, t.Amount(c))
			}
		}
	}
	for _, w := range g.InUse {
		for id := w.Role; id != slots.NoRole; id = lg.roles.Get(id).Parent {
			w.Resources.ScalarsOf(&sums[id].inUse, t, resource.Reserved|resource.Revocable, 0)
		}
	}
	held := map[alloc.RoleID]*resource.Bag{}
	for _, ref := range g.Entries {
		sub := lg.frameworks.Subscriptions.At(ref.Subscription)
		if !lg.frameworks.Registered.Has(sub.Framework) {
			continue
		}
		if held[sub.Role] == nil {
			held[sub.Role] = &resource.Bag{}
		}
		held[sub.Role].Add(&lg.Entries.At(ref.Entry).Resources)
	}
	for role, b := range held {
		b.Scalars(&sums[role].held, t)
		for id := role; id != slots.NoRole; id = lg.roles.Get(id).Parent {
			b.ScalarsOf(&sums[id].heldReserved, t, resource.Reserved, resource.Reserved)
			b.ScalarsOf(&sums[id].heldUnreserved, t, resource.Reserved|resource.Revocable, 0)
		}
	}
}

// lingering checks that all that is on an agent is in its total or lingers there,
// and with that the references of kinds.
func (lg validation) lingering() error {
	refs := resource.References{Items: map[resource.ItemID]uint32{}, SetItems: map[uint32]uint32{}}
	lingering := 0
	t := lg.kinds
	for slot := range lg.agents.Alive.All {
		g := lg.agents.At(slot)
		refs.Add(g.TotalBag(), t)
		var present resource.Bag
		present.AddPresent(g.TotalBag(), t)
		if l := lg.Lingerings.Of[slot]; l != nil {
			if l.place >= len(lg.Lingerings.On) || lg.Lingerings.On[l.place] != slot || l.Resources.Empty() {
				return assert.Broken("Lingerings", 1, "agent %q: it is not listed, or nothing lingers there", g.Name)
			}
			lingering++
			refs.Add(&l.Resources, t)
			present.AddPresent(&l.Resources, t)
		}
		for b := range lg.bagsOf(g) {
			var beyond resource.Bag
			beyond.AddPresent(b, t)
			beyond.RemovePresent(&present, t)
			if !beyond.Empty() {
				return assert.Broken("Lingerings", 2, "agent %q: %s is neither in its total nor lingers there", g.Name, lg.kinds.Format(&beyond))
			}
		}
	}
	if lingering != len(lg.Lingerings.Of) || lingering != len(lg.Lingerings.On) {
		return assert.Broken("Lingerings", 1, "something lingers on %d agents, not %d", lingering, len(lg.Lingerings.On))
	}
	lg.lending.CountReferences(lending.References{Items: refs.Items})
	return lg.kinds.Validate(&refs)
}

// claimed checks ClusterAmounts.
func (lg validation) claimed() error {
	var claimed rows.Wide
	var beyond, shared quantities.Row
	x := &lg.Cluster
	var held resource.Bag
	for slot := range lg.agents.Alive.All {
		g := lg.agents.At(slot)
		for _, n := range g.Total.Counts {
			claimed.AddAt(n.Name, lg.kinds.Amount(n))
		}
		lg.HeldOn(&held, slot, g)
		row := x.beyond(g.TotalBag(), &held)
		if !row.Equal(x.BeyondTotal[slot]) {
			return assert.Broken("ClusterAmounts", 2, "agent %q: held beyond its total is %s instead of %s", g.Name, lg.kinds.FormatRow(x.BeyondTotal[slot]), lg.kinds.FormatRow(row))
		}
		beyond.Add(row)
		for _, ref := range g.Entries {
			lg.Entries.At(ref.Entry).Resources.ScalarsOf(&shared, lg.kinds, resource.Shared, resource.Shared)
		}
	}
	claimed.Change(quantities.Row{}, beyond)
	claimed.Change(quantities.Row{}, shared)
	switch {
	case !beyond.Equal(x.BeyondTotals):
		return assert.Broken("ClusterAmounts", 2, "held beyond totals is %s instead of %s", lg.kinds.FormatRow(x.BeyondTotals), lg.kinds.FormatRow(beyond))
	case !shared.Equal(x.SharedUse):
		return assert.Broken("ClusterAmounts", 3, "shared volumes held are %s instead of %s", lg.kinds.FormatRow(x.SharedUse), lg.kinds.FormatRow(shared))
	}
	for n := range lg.names.Indices() {
		if name := quantities.Name(n); claimed.At(name) != x.Claimed(name) {
			return assert.Broken("ClusterAmounts", 1, "%s: %v claimed instead of %v", lg.names.String(name), x.Claimed(name), claimed.At(name))
		}
	}
	return nil
}
