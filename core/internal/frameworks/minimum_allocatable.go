package frameworks

import (
	"encoding/binary"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Minimum is the least that is worth an offer to some subscriptions: all of one of the rows, or anything if there
// are no rows. If an agent has too little for it, a visit passes over all of them at once.
type Minimum struct {
	Rows          []quantities.Row
	Subscriptions container.SparseBitSet[slots.Subscription]

	key string // in Frameworks.minima
}

// SetGlobalMinimum sets the minimum of those that have none of their own.
func (fs *Frameworks) SetGlobalMinimum(rows []quantities.Row) {
	fs.GlobalMinimum = &Minimum{Rows: rows}
	fs.GlobalMinimum.eachName(fs.names.Ref)
}

// eachName does something with each name that a minimum refers to.
func (x *Minimum) eachName(do func(quantities.Name)) {
	for _, n := range quantities.AppendNames(nil, x.Rows...) {
		do(n)
	}
}

// SetMinima replaces a framework's own minima by those of a list that has passed
// Kinds.CheckLists. Of several for a role the last counts. AddFramework calls it, and UpdateFramework if it is given a
// list, even an empty one.
func (fs *Frameworks) SetMinima(slot slots.Framework, list []alloc.RoleMinimum) {
	own := make(map[alloc.RoleID][]quantities.Row, len(list))
	for _, x := range list {
		own[x.Role] = fs.kinds.Rows(x.Lists)
	}
	for _, m := range fs.At(slot).Subscriptions {
		x := fs.GlobalMinimum
		if rows, has := own[fs.Subscriptions.At(m).Role]; has {
			x = fs.ownMinimum(rows)
		}
		fs.setMinimum(m, x)
	}
}

// ownMinimum returns the minimum of these rows. Subscriptions that have the same rows share it.
func (fs *Frameworks) ownMinimum(rows []quantities.Row) *Minimum {
	var key []byte
	for _, row := range rows {
		for n, q := range row.All() {
			key = binary.AppendUvarint(key, uint64(n)+1)
			key = binary.AppendUvarint(key, uint64(q))
		}
		key = append(key, 0)
	}
	x, known := fs.minima.Find(string(key))
	if !known {
		x = &Minimum{Rows: rows, key: string(key)}
		fs.minima.Put(x.key, x)
		x.eachName(fs.names.Ref)
	}
	return x
}

// setMinimum sets a subscription's minimum; nil is that of one that goes.
func (fs *Frameworks) setMinimum(m slots.Subscription, x *Minimum) {
	sub := fs.Subscriptions.At(m)
	before := sub.Minimum
	sub.Minimum = x
	if x != nil {
		x.Subscriptions.Set(m)
	}
	if before == nil || before == x {
		return
	}
	before.Subscriptions.Clear(m)
	if before == fs.GlobalMinimum || !before.Subscriptions.Empty() {
		return
	}
	fs.minima.Remove(before.key)
	before.eachName(fs.names.Unref)
}

// AllNeedMoreThan reports whether every minimum asks, in each of its rows, for something besides the named
// resources.
func (fs *Frameworks) AllNeedMoreThan(named container.BitSet[quantities.Name]) bool {
	for _, x := range fs.minima.All() {
		if !x.needsMoreThan(named) {
			return false
		}
	}
	return fs.GlobalMinimum.Subscriptions.Empty() || fs.GlobalMinimum.needsMoreThan(named)
}

func (x *Minimum) needsMoreThan(named container.BitSet[quantities.Name]) bool {
	return len(x.Rows) > 0 && !slices.ContainsFunc(x.Rows, func(row quantities.Row) bool { return within(row, named) })
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
