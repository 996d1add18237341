package demand

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/order"
)

// Quota does not count what is reserved or revocable. Where it leaves nothing of the rest to
// anybody, or no rest is free, only these may want an agent:
//
//   - the roles for which something is reserved there, and those below them;
//   - if something is revocable and not reserved, frameworks that may have such resources.

// takersBeyondQuota are these, of one agent after the other.
type takersBeyondQuota struct {
	found     bool                 // revocable is that of this cycle
	revocable []slots.Subscription // active ones that may have revocable resources

	list   []slots.Subscription           // those of the agent, some of them twice
	roles  container.BitSet[order.Client] // their roles, by client of the role sorter
	left   int                            // how many roles and subscriptions more may be gone through
	owners []alloc.RoleID                 // for whom something is reserved on the agent
}

// clear makes them nobody.
func (t *takersBeyondQuota) clear() {
	if len(t.list) > 0 {
		t.list = t.list[:0]
		t.roles.Reset()
	}
}

// findBeyondQuota finds the active subscriptions that may have something of b that quota does not count. It
// returns false if they, or the roles that may have them, are many.
func (d *Demand) findBeyondQuota(b *resource.Bag) bool {
	t := &d.beyond
	t.left, t.owners = max(fewTakers, d.Frameworks.ActiveCount/fewShare), t.owners[:0]
	if d.ownersIn(b) {
		d.findRevocable()
		d.addBeyondQuota(t.revocable)
	}
	slices.Sort(t.owners)
	for _, id := range slices.Compact(t.owners) {
		d.addBeyondQuota(d.Roles.Get(id).Subscriptions)
		for below := range d.Roles.Below(id) {
			d.addBeyondQuota(d.Roles.Get(below).Subscriptions)
			if t.left < 0 {
				break
			}
		}
	}
	for _, m := range t.list {
		t.roles.Set(d.clientOf(m))
	}
	return t.left >= 0
}

// addBeyondQuota adds those of some subscriptions that are active.
func (d *Demand) addBeyondQuota(some []slots.Subscription) {
	t := &d.beyond
	t.left -= 1 + len(some)
	if t.left < 0 {
		return
	}
	for _, m := range some {
		if d.Frameworks.Active.Has(m) {
			t.list = append(t.list, m)
		}
	}
}

// ownersIn finds for whom something of b is reserved. revocable is whether something is not, and
// is revocable.
func (d *Demand) ownersIn(b *resource.Bag) (revocable bool) {
	note := func(flags resource.Flags, owner uint32) {
		switch {
		case flags&resource.Reserved != 0:
			d.beyond.owners = append(d.beyond.owners, alloc.RoleID(owner))
		case flags&resource.Revocable != 0:
			revocable = true
		}
	}
	for _, n := range b.Counts {
		note(n.Flags(), d.Kinds.RoleOf(n))
	}
	for _, x := range b.Intervals {
		k := d.Kinds.Get(uint32(x.Kind))
		note(k.Flags, k.Role)
	}
	return revocable
}

// findRevocable finds the active subscriptions that may have revocable resources, once a cycle.
func (d *Demand) findRevocable() {
	t := &d.beyond
	if t.found {
		return
	}
	t.found, t.revocable = true, t.revocable[:0]
	for m := range d.Frameworks.Active.All {
		framework := d.Frameworks.At(d.Frameworks.Subscriptions.At(m).Framework)
		if framework.Capabilities&alloc.RevocableResources != 0 {
			t.revocable = append(t.revocable, m)
		}
	}
}
