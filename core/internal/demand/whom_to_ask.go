package demand

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/order"
)

// frameworksToAsk are the subscriptions that a visit asks: a set that ends with the visit. It leaves out those that
// offer constraints keep from the agent. Where they are many, it also leaves out those whose minimum is more than
// the agent has free, and those that have refused all that it has free.
//
// Invariant: the set has every subscription that could be offered something.
type frameworksToAsk struct {
	are      askedKind
	excluded *container.SparseBitSet[slots.Subscription] // subscriptions that offer constraints keep from the agent
	among    container.BitSet[slots.Subscription]        // the set, unless it is everyone
	isFew    bool                                        // few has them, too: so few that only they are sorted
	few      []slots.Subscription                        // if isFew

	order     clientIterator       // of the role whose frameworks are asked
	byClient  []slots.Subscription // of that role
	selection order.Selection      // of its frameworks, see selectFew
}

type askedKind uint8

const (
	everyone askedKind = iota // all but the excluded, who are skipped as they come
	some                      // those in among
	nobody
)

const (
	// If at least 1/narrowShare of the active subscriptions can be left out, a visit leaves
	// them out together. If fewer, whoever comes first is likely to be interested, and each
	// is asked in its turn.
	narrowShare = 4

	// If at most 1/fewShare of the active subscriptions, or fewTakers, are interested, a visit sorts
	// only those.
	fewShare  = 16
	fewTakers = 8
)

// findWhom works out whom to ask about the agent, and reports whether that is anybody.
func (d *Demand) findWhom() bool {
	f, g, active := &d.whom, d.agent, max(1, d.Frameworks.ActiveCount)
	f.are, f.excluded, f.isFew, f.few = everyone, g.Exclusions, false, f.few[:0]
	if d.asksAll {
		return true
	}
	if d.ofNews {
		f.startWith(d.new.all)
	}
	refusers := narrowShare*g.Filters.Len() >= active
	if f.are == everyone && (refusers || narrowShare*f.excluded.Count() >= active) {
		f.startWith(d.Frameworks.Active)
	}
	if refusers {
		g.Filters.RemoveRefusers(f.among, g.FreeBag())
	}
	if f.are == everyone {
		return true
	}
	left := f.among.Count()
	if left == 0 {
		f.are = nobody
		return false
	}
	if left <= max(fewTakers, d.Frameworks.ActiveCount/fewShare) {
		f.isFew, f.few = true, f.among.Append(f.few)
	}
	return true
}

// startWith makes the set all of another one but the excluded.
func (f *frameworksToAsk) startWith(set container.BitSet[slots.Subscription]) {
	f.are = some
	f.among.CopyFrom(set)
	f.excluded.SubtractFrom(f.among)
}

// has reports whether a subscription may want the agent.
func (f *frameworksToAsk) has(m slots.Subscription) bool {
	if f.are == everyone {
		return !f.excluded.Has(m)
	}
	return f.among.Has(m)
}

// openFrameworks starts the iteration of the frameworks of a client of the role sorter. It returns the
// role.
func (d *Demand) openFrameworks(client order.Client) alloc.RoleID {
	f, id := &d.whom, d.Roles.ByClient[client]
	r := d.Roles.Get(id)
	f.byClient = r.ByClient
	if !f.isFew || r.Active < fewShare || !r.Frameworks.Selectable() {
		f.order.beginAll(r.Frameworks, d.nonce)
		return id
	}
	f.order.begin(d.selectFew(id, r))
	return id
}

// selectFew returns the selection of a role's frameworks among the few.
func (d *Demand) selectFew(id alloc.RoleID, r *roles.Role) *order.Selection {
	f := &d.whom
	f.selection.Reset(r.Frameworks)
	list := f.few
	if len(r.Subscriptions) < len(list) {
		list = r.Subscriptions
	}
	for _, m := range list {
		if sub := d.Frameworks.Subscriptions.At(m); sub.Role == id && f.among.Has(m) {
			f.selection.Add(sub.Client)
		}
	}
	return &f.selection
}

// NextFramework returns the next framework of the role to be asked.
func (d *Demand) NextFramework() (m slots.Subscription, ok bool) {
	f := &d.whom
	for f.are != nobody {
		client, ok := f.order.next()
		if !ok {
			break
		}
		d.Looked.Frameworks++
		m = f.byClient[client]
		if f.has(m) {
			return m, true
		}
	}
	return slots.None, false
}

// BelowMinimum notes that what a subscription may have of the agent is less than its minimum. isAllFree says that
// this is all that is free. If all that is free is less than the minimum, everybody with that minimum is left out
// until the visit ends.
func (d *Demand) BelowMinimum(sub *frameworks.Subscription, isAllFree bool) {
	f := &d.whom
	if d.asksAll || f.isFew || !isAllFree && d.Frameworks.Allocatable(d.agent.FreeBag(), sub.Minimum.Rows) {
		return
	}
	if f.are == everyone {
		f.startWith(d.Frameworks.Active)
	}
	sub.Minimum.Subscriptions.SubtractFrom(f.among)
	if f.among.Empty() {
		f.are = nobody
	}
}
