package core

import (
	"encoding/binary"
	"slices"

	"github.com/apportion/apportion/quantities"
)

// minimumID numbers the minima in use. Members that share one are passed over
// together where an agent has too little.
type minimumID uint32

// globalMinimum is that of Options.MinAllocatable, for members without one of
// their own.
const globalMinimum minimumID = 0

// minimum is the least that is worth an offer to some members: one of the rows
// whole, or anything if there are no rows.
type minimum struct {
	rows    []quantities.Row
	key     string // in minima.byKey
	members bitset
	count   int // of members
}

// readMinima are all minima in use.
//
// Invariants:
//  1. each live member is in members of the minimum that it names, and in no
//     other; count is how many there are;
//  2. a minimum other than the global one without members is vacant.
type minima struct {
	list   []minimum
	byKey  map[string]minimumID // but for the global one
	vacant []minimumID
}

func (t *minima) init(global []quantities.Row) {
	t.list = []minimum{{rows: global}}
	t.byKey = map[string]minimumID{}
}

// intern returns the minimum with the given rows. It is for use by a member at
// once.
func (t *minima) intern(rows []quantities.Row) minimumID {
	var key []byte
	for _, row := range rows {
		for n, q := range row {
			if q != 0 {
				key = binary.AppendUvarint(key, uint64(n)+1)
				key = binary.AppendUvarint(key, uint64(q))
			}
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
	return id
}

// join makes id the minimum of a member that has none.
func (t *minima) join(id minimumID, m memberSlot) {
	x := &t.list[id]
	x.members.set(m)
	x.count++
}

// leave undoes join.
func (t *minima) leave(id minimumID, m memberSlot) {
	x := &t.list[id]
	x.members.clear(m)
	if x.count--; x.count == 0 && id != globalMinimum {
		delete(t.byKey, x.key)
		x.rows, x.key = nil, ""
		t.vacant = append(t.vacant, id)
	}
}

// setMinima replaces a framework's own minima. The last for a role counts.
func (a *Allocator) setMinima(slot frameworkSlot, own []roleMinima) {
	for _, m := range a.frameworks.at(slot).members {
		mem := a.members.at(m)
		a.minima.leave(mem.minimum, m)
		mem.minimum = globalMinimum
		for i := len(own) - 1; i >= 0; i-- {
			if own[i].role == mem.role {
				mem.minimum = a.minima.intern(own[i].rows)
				break
			}
		}
		a.minima.join(mem.minimum, m)
	}
}

// minimum returns the least that is worth an offer to a member.
func (a *Allocator) minimum(mem *member) []quantities.Row { return a.minima.list[mem.minimum].rows }

// beyond reports whether every minimum in use asks, in each of its rows, for
// something besides the named resources.
func (t *minima) beyond(named bitset) bool {
	for i := range t.list {
		x := &t.list[i]
		if x.count > 0 && (len(x.rows) == 0 || slices.ContainsFunc(x.rows, func(row quantities.Row) bool { return within(row, named) })) {
			return false
		}
	}
	return true
}

// within reports whether a row is about nothing but the named resources.
func within(row quantities.Row, named bitset) bool {
	for n, q := range row {
		if q != 0 && !named.has(uint32(n)) {
			return false
		}
	}
	return true
}
