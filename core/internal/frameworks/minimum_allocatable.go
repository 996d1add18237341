package frameworks

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// The least that is worth an offer to a subscription is all of one of some rows, or anything if there are no rows.
// It is Options.MinAllocatable for those that have no minimum of their own. If an agent has too little for that
// one, a visit passes over all of these at once.

// SetGlobalMinimum sets the minimum of those that have none of their own.
func (fs *Frameworks) SetGlobalMinimum(rows []quantities.Row) {
	fs.GlobalMinimum = rows
	for _, n := range quantities.AppendNames(nil, rows...) {
		fs.names.Ref(n)
	}
}

// SetMinima replaces a framework's own minima by those of a list that has passed
// Kinds.CheckLists. Of several for a role the last counts.
func (fs *Frameworks) SetMinima(slot slots.Framework, list []alloc.RoleMinimum) {
	own := make(map[alloc.RoleID]*[]quantities.Row, len(list))
	for _, x := range list {
		rows := fs.kinds.Rows(x.Lists)
		own[x.Role] = &rows
	}
	for _, m := range fs.At(slot).Subscriptions {
		fs.setMinimum(m, own[fs.Subscriptions.At(m).Role])
	}
}

// setMinimum sets a subscription's own minimum; nil ends it.
func (fs *Frameworks) setMinimum(m slots.Subscription, own *[]quantities.Row) {
	sub := fs.Subscriptions.At(m)
	before := sub.OwnMinimum
	sub.OwnMinimum = own
	fs.WithMinimum.Put(m, own != nil)
	if own != nil {
		for _, n := range quantities.AppendNames(nil, *own...) {
			fs.names.Ref(n)
		}
	}
	if before != nil {
		for _, n := range quantities.AppendNames(nil, *before...) {
			fs.names.Unref(n)
		}
	}
}

// Minimum returns the least that is worth an offer to a subscription.
func (fs *Frameworks) Minimum(sub *Subscription) []quantities.Row {
	if sub.OwnMinimum != nil {
		return *sub.OwnMinimum
	}
	return fs.GlobalMinimum
}

// AllNeedMoreThan reports whether every minimum asks, in each of its rows, for something besides the named
// resources.
func (fs *Frameworks) AllNeedMoreThan(named container.BitSet[quantities.Name]) bool {
	for m := range fs.WithMinimum.All {
		if !needsMoreThan(fs.Minimum(fs.Subscriptions.At(m)), named) {
			return false
		}
	}
	return needsMoreThan(fs.GlobalMinimum, named)
}

func needsMoreThan(minimum []quantities.Row, named container.BitSet[quantities.Name]) bool {
	return len(minimum) > 0 && !slices.ContainsFunc(minimum, func(row quantities.Row) bool { return within(row, named) })
}

// within reports whether a row is about nothing but the named resources.
func within(row quantities.Row, named container.BitSet[quantities.Name]) bool {
	for n := range row.All() {
		if !named.Has(n) {
			return false
		}
	}
	return true
}

// Allocatable reports whether b is worth an offer: it is not empty and holds
// all of at least one of the minima, if there are any.
func (fs *Frameworks) Allocatable(b *resource.Bag, minima []quantities.Row) bool {
	if b.Empty() {
		return false
	}
	for _, row := range minima {
		if holds(fs.kinds, b, row) {
			return true
		}
	}
	return len(minima) == 0
}

// holds reports whether b holds at least row, summed over the kinds of each name. A
// number in a range, or a set item, counts as one.
// DIVERGES: Mesos subtracts doubles here, so that 0.1 and 0.2 do not hold 0.3.
func holds(kinds *resource.Kinds, b *resource.Bag, row quantities.Row) bool {
	for n, need := range row.Dense() {
		if need > 0 && !holdsOf(kinds, b, quantities.Name(n), need) {
			return false
		}
	}
	for n, need := range row.Sparse() {
		if !holdsOf(kinds, b, n, need) {
			return false
		}
	}
	return true
}

// holdsOf reports whether b holds so much of one name. It reads ranges and sets only if
// the scalars are too little.
func holdsOf(kinds *resource.Kinds, b *resource.Bag, name quantities.Name, need quantities.Amount) bool {
	for _, c := range b.Counts {
		if c.Name == name {
			need -= kinds.Amount(c)
			if need <= 0 {
				return true
			}
		}
	}
	for _, x := range b.Intervals {
		if kinds.Get(uint32(x.Kind)).Name == name {
			numbers, needed := x.End-x.Begin, uint64((need-1)/quantities.Unit) // each is one too low
			if numbers >= needed {
				return true
			}
			need -= quantities.Amount(numbers+1) * quantities.Unit
		}
	}
	return false
}
