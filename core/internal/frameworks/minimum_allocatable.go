package frameworks

import (
	"encoding/binary"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// MinimumID numbers the minima in use. If an agent has too little for a minimum, a visit passes
// over all subscriptions that share the minimum at once.
type MinimumID uint32

// GlobalMinimum is Options.MinAllocatable, for subscriptions without a minimum of their
// own.
const GlobalMinimum MinimumID = 0

// minimum is the least that is worth an offer to some subscriptions: all of one of the
// rows, or anything if there are no rows.
type minimum struct {
	Rows          []quantities.Row
	key           string // in Minima.byKey
	Subscriptions container.SparseBitSet[slots.Subscription]
}

// Minima are all minima in use.
//
// Invariants:
//  1. each live subscription is in the Subscriptions of List[its Minimum], and of no
//     other;
//  2. a minimum without subscriptions is in vacant, unless it is the global one;
//  3. byKey has every minimum that is neither vacant nor global.
type Minima struct {
	known  *rows.Names
	List   []minimum
	byKey  map[string]MinimumID // but for the global one
	vacant []MinimumID
}

// SetGlobalMinimum sets the minimum of those that have none of their own, the only one at first.
func (fs *Frameworks) SetGlobalMinimum(global []quantities.Row) {
	t := &fs.Minima
	t.List = []minimum{{Rows: global}}
	t.byKey = map[string]MinimumID{}
	t.refer(GlobalMinimum)
}

// refer counts a minimum's references to its names.
func (t *Minima) refer(id MinimumID) {
	for _, n := range quantities.AppendNames(nil, t.List[id].Rows...) {
		t.known.Ref(n)
	}
}

// Intern returns the minimum with the given rows. A subscription joins it at once.
func (t *Minima) Intern(rows []quantities.Row) MinimumID {
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
	id := MinimumID(len(t.List))
	if last := len(t.vacant) - 1; last >= 0 {
		id = t.vacant[last]
		t.vacant = t.vacant[:last]
	} else {
		t.List = append(t.List, minimum{})
	}
	t.List[id].Rows, t.List[id].key = rows, string(key)
	t.byKey[string(key)] = id
	t.refer(id)
	return id
}

// Join makes id the minimum of a subscription that has none.
func (t *Minima) Join(id MinimumID, m slots.Subscription) {
	t.List[id].Subscriptions.Set(m)
}

// leave undoes Join.
func (t *Minima) leave(id MinimumID, m slots.Subscription) {
	x := &t.List[id]
	x.Subscriptions.Clear(m)
	if x.Subscriptions.Empty() && id != GlobalMinimum {
		delete(t.byKey, x.key)
		for _, n := range quantities.AppendNames(nil, x.Rows...) {
			t.known.Unref(n)
		}
		*x = minimum{}
		t.vacant = append(t.vacant, id)
		if len(t.byKey) == 0 {
			t.List, t.vacant, t.byKey = slices.Clone(t.List[:1]), nil, map[string]MinimumID{}
		}
	}
}

// SetMinima replaces a framework's own minima by those of a list that has passed
// Kinds.CheckLists. Of several for a role the last counts.
func (fs *Frameworks) SetMinima(slot slots.Framework, list []alloc.RoleMinimum) {
	own := make(map[alloc.RoleID][]quantities.Row, len(list))
	for _, x := range list {
		own[x.Role] = fs.kinds.Rows(x.Lists)
	}
	for _, m := range fs.At(slot).Subscriptions {
		sub := fs.Subscriptions.At(m)
		fs.Minima.leave(sub.Minimum, m)
		sub.Minimum = GlobalMinimum
		if rows, has := own[sub.Role]; has {
			sub.Minimum = fs.Minima.Intern(rows)
		}
		fs.Minima.Join(sub.Minimum, m)
	}
}

// Minimum returns the least that is worth an offer to a subscription.
func (fs *Frameworks) Minimum(sub *Subscription) []quantities.Row {
	return fs.Minima.List[sub.Minimum].Rows
}

// NeedMoreThan reports whether every minimum in use asks, in each of its rows, for
// something besides the named resources.
func (t *Minima) NeedMoreThan(named container.BitSet[quantities.Name]) bool {
	for i := range t.List {
		x := &t.List[i]
		if !x.Subscriptions.Empty() && (len(x.Rows) == 0 || slices.ContainsFunc(x.Rows, func(row quantities.Row) bool { return within(row, named) })) {
			return false
		}
	}
	return true
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
