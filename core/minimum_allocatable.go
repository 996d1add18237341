package core

import (
	"encoding/binary"
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// RoleMinimum is what an offer in a role must hold at least: all quantities
// of one of the lists. No lists: anything.
type RoleMinimum struct {
	Role  RoleID
	Lists [][]Quantity
}

// minimumID numbers the minima in use. Members that share one are passed over
// together where an agent has too little.
type minimumID uint32

// globalMinimum is that of Options.MinAllocatable, for subscriptions without one
// of their own.
const globalMinimum minimumID = 0

// minimum is the least that is worth an offer to some subscriptions: one of the
// rows whole, or anything if there are no rows.
type minimum struct {
	rows          []quantities.Row
	key           string // in minima.byKey
	subscriptions container.BitSet
	count         int // of subscriptions
}

// minima are all minima in use.
//
// Invariants:
//  1. each live subscription is in subscriptions of the minimum that it names,
//     and in no other; count is how many there are;
//  2. a minimum other than the global one without subscriptions is vacant.
type minima struct {
	known  *quantities.Names
	list   []minimum
	byKey  map[string]minimumID // but for the global one
	vacant []minimumID
}

func (t *minima) init(known *quantities.Names, global []quantities.Row) {
	t.known = known
	t.list = []minimum{{rows: global}}
	t.byKey = map[string]minimumID{}
	t.refer(globalMinimum)
}

// refer counts that there is a minimum of some names.
func (t *minima) refer(id minimumID) {
	for n := range t.list[id].names {
		t.known.Ref(n)
	}
}

// intern returns the minimum with the given rows. It is for use by a subscription
// at once.
func (t *minima) intern(rows []quantities.Row) minimumID {
	var key []byte
	for _, row := range rows {
		for n, q := range row.All() {
			key = binary.AppendUvarint(key, uint64(n)+1)
			key = binary.AppendUvarint(key, uint64(q))
		}
		key = append(key, 0)
	}
	if id, ok := t.byKey[string(key)]; ok {
		return id
	}
	id := minimumID(len(t.list))
	if last := len(t.vacant) - 1; last >= 0 {
		id = t.vacant[last]
		t.vacant = t.vacant[:last]
	} else {
		t.list = append(t.list, minimum{})
	}
	t.list[id].rows, t.list[id].key = rows, string(key)
	t.byKey[string(key)] = id
	t.refer(id)
	return id
}

// join makes id the minimum of a subscription that has none.
func (t *minima) join(id minimumID, m subscriptionSlot) {
	x := &t.list[id]
	x.subscriptions.Set(m)
	x.count++
}

// leave undoes join.
func (t *minima) leave(id minimumID, m subscriptionSlot) {
	x := &t.list[id]
	x.subscriptions.Clear(m)
	if x.count--; x.count == 0 && id != globalMinimum {
		delete(t.byKey, x.key)
		for n := range x.names {
			t.known.Unref(n)
		}
		x.rows, x.key = nil, ""
		t.vacant = append(t.vacant, id)
	}
}

type roleMinima struct {
	role RoleID
	rows []quantities.Row
}

// checkMinima refuses lists that are no minima, or whose names are too many.
func (a *Allocator) checkMinima(lists [][]Quantity) *Error {
	for _, list := range lists {
		if err := a.checkQuantities(list); err != nil {
			return err
		}
	}
	return a.roomForNames(lists...)
}

// readMinima turns lists that have passed checkMinima into rows.
func (a *Allocator) readMinima(lists [][]Quantity) []quantities.Row {
	rows := make([]quantities.Row, len(lists))
	for i, list := range lists {
		rows[i] = a.row(list)
	}
	return rows
}

// readRoleMinima is readMinima for roles.
func (a *Allocator) readRoleMinima(list []RoleMinimum) []roleMinima {
	all := make([]roleMinima, len(list))
	for i, m := range list {
		all[i] = roleMinima{m.Role, a.readMinima(m.Lists)}
	}
	return all
}

// setMinima replaces a framework's own minima. The last for a role counts.
func (a *Allocator) setMinima(slot frameworkSlot, own []roleMinima) {
	for _, m := range a.frameworks.At(slot).subscriptions {
		sub := a.subscriptions.At(m)
		a.minima.leave(sub.minimum, m)
		sub.minimum = globalMinimum
		for i := len(own) - 1; i >= 0; i-- {
			if own[i].role == sub.role {
				sub.minimum = a.minima.intern(own[i].rows)
				break
			}
		}
		a.minima.join(sub.minimum, m)
	}
}

// minimum returns the least that is worth an offer to a subscription.
func (a *Allocator) minimum(sub *subscription) []quantities.Row {
	return a.minima.list[sub.minimum].rows
}

// needMoreThan reports whether every minimum in use asks, in each of its rows, for
// something besides the named resources.
func (t *minima) needMoreThan(named container.BitSet) bool {
	for i := range t.list {
		x := &t.list[i]
		if x.count > 0 && (len(x.rows) == 0 || slices.ContainsFunc(x.rows, func(row quantities.Row) bool { return within(row, named) })) {
			return false
		}
	}
	return true
}

// within reports whether a row is about nothing but the named resources.
func within(row quantities.Row, named container.BitSet) bool {
	for n := range row.All() {
		if !named.Has(uint32(n)) {
			return false
		}
	}
	return true
}

// allocatable reports whether b is worth an offer: it is not empty and holds
// all of at least one of the minima, if there are any.
func (a *Allocator) allocatable(b *resource.Bag, minima []quantities.Row) bool {
	if b.Empty() {
		return false
	}
	for _, row := range minima {
		if a.holds(b, row) {
			return true
		}
	}
	return len(minima) == 0
}

// holds reports whether b holds at least row, over all kinds of each name. A
// number in a range or an item of a set counts as one.
//
// DIVERGES: Mesos subtracts doubles here, so that 0.1 and 0.2 do not hold 0.3.
func (a *Allocator) holds(b *resource.Bag, row quantities.Row) bool {
	for n, need := range row.Near() {
		if need > 0 && !a.holdsOf(b, quantities.Name(n), need) {
			return false
		}
	}
	for n, need := range row.Far() {
		if !a.holdsOf(b, n, need) {
			return false
		}
	}
	return true
}

// holdsOf reports whether b holds so much of one name. Ranges are looked at
// only if the rest is not enough.
func (a *Allocator) holdsOf(b *resource.Bag, name quantities.Name, need quantities.Amount) bool {
	for _, c := range b.Counts {
		if c.Name == name {
			if need -= a.kinds.Amount(c); need <= 0 {
				return true
			}
		}
	}
	for _, x := range b.Intervals {
		if a.kinds.Get(uint32(x.Kind)).Name == name {
			numbers, needed := x.End-x.Begin, uint64((need-1)/quantities.Unit) // less one each
			if numbers >= needed {
				return true
			}
			need -= quantities.Amount(numbers+1) * quantities.Unit
		}
	}
	return false
}
