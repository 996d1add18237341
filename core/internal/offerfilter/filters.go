package offerfilter

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Filters is the state that all agents' tables share. A filter is live, or in force, if
// its epoch is its subscription's; else it is over.
//
// Invariants:
//  1. live[s] counts the live filters of subscription s;
//  2. deadlines has the agents whose tables have filters, each at its Table.due;
//  3. inForce and over count the filters in all tables.
type Filters struct {
	subscriptionEpochs
	tables    func(yield func(agent slots.Agent, t *Table) bool)
	live      []int32 // by subscription
	blocks    blockPool
	deadlines container.Heap[slots.Agent, int64]

	inForce, over int

	Spare SpareRoom

	forRefusers []bool   // scratch of RemoveRefusers: by refusal
	forBlock    []filter // scratch of alike
}

// New returns Filters without subscriptions. tables ranges over the tables of all agent
// slots, used or not.
func New(tables func(yield func(agent slots.Agent, t *Table) bool)) Filters {
	return Filters{tables: tables}
}

// Open makes a subscription known, without filters. A former one of that number has left
// its epoch to it.
func (f *Filters) Open(subscription slots.Subscription) {
	for int(subscription) >= len(f.epochs) {
		f.openEpoch(1) // no filter is of epoch 0
		f.live = append(f.live, 0)
	}
}

// Len returns how many filters there are in a table, over or not. If there are none it reads
// the table's first word only.
func (f *Filters) Len(t *Table) int {
	switch {
	case t.subscriptions == 0:
		return 0
	case t.blocks == 0:
		return len(t.list)
	}
	return len(t.list) + f.blocks.At(t.blocks-1).filters
}

// First returns the address of the first filters.
func (f *Filters) First(t *Table) unsafe.Pointer {
	if t.blocks != 0 {
		return unsafe.Pointer(unsafe.SliceData(f.blocks.of(t)))
	}
	return unsafe.Pointer(unsafe.SliceData(t.list))
}

// Count returns how many filters of a subscription are in force.
func (f *Filters) Count(subscription slots.Subscription) int { return int(f.live[subscription]) }

// Add makes a subscription refuse b on an agent, whose table is t, from now until the
// deadline. If t has maxRefusals different refusals, Add first ends all filters in t, and
// appends their subscriptions to ended, as Sweep does.
func (f *Filters) Add(agent slots.Agent, t *Table, subscription slots.Subscription, b *resource.Bag, now, deadline int64, ended []slots.Subscription) []slots.Subscription {
	if t.full() {
		ended = f.Sweep(agent, t, math.MaxInt64, ended)
	}
	if n := f.Len(t); n >= fewFilters && bits.OnesCount(uint(n)) == 1 && 4*f.overIn(t) >= n {
		ended = f.Sweep(agent, t, math.MinInt64, ended)
	}
	f.live[subscription]++
	f.inForce++
	f.insert(t, filter{makeKey(subscription, f.epochs[subscription], t.refuse(b, deadline-now)), deadline})
	if f.Len(t) == 1 || deadline < t.due {
		t.due = deadline
		f.deadlines.Put(agent, deadline)
	}
	return ended
}

// EndAll leaves the filters of a subscription in their tables, where they are over. When Add finds
// fewFilters * 2^i filters in a table, it counts those that are over, and forgets them if they
// are at least a quarter. So the length of a table is at most
//
//	max(2*fewFilters, 8/3 * the most that were in force in it together)
//
// since of n filters that Add kept more than 3n/4 were in force, and it looks again at 2n.
const fewFilters = 16

// overIn counts the filters of a table that are over.
func (f *Filters) overIn(t *Table) (n int) {
	for _, x := range t.list {
		if f.isOver(x.key) {
			n++
		}
	}
	for i := range f.blocks.of(t) {
		n += bits.OnesCount64(f.overInBlock(&f.blocks.of(t)[i]))
	}
	return n
}

// insert adds a filter to a table, behind those of its key if it is of the last, and else in
// front of them.
func (f *Filters) insert(t *Table, x filter) {
	s := x.key.subscription()
	t.subscriptions |= bit(s)
	if f.addToBlock(t, x) {
		return
	}
	if len(t.list) == cap(t.list) {
		f.pack(t)
		t.makeRoom()
		if f.addToBlock(t, x) {
			return
		}
	}
	if own, ok := f.blocks.find(t, s).of(s); ok && own.key == x.key {
		f.takeOut(t, own)
	}
	at := t.search(x.key)
	if x.key >= f.lastKey(t) {
		at = len(t.list)
	}
	t.put(at, x)
}

// takeOut moves a filter from its block to the list of a table.
func (f *Filters) takeOut(t *Table, x filter) {
	f.blocks.find(t, x.key.subscription()).has &^= bit(x.key.subscription())
	t.put(t.search(x.key), x)
	f.tidyBlocks(t)
}

// All ranges over the filters in force for an agent, by subscription.
func (f *Filters) All(t *Table) func(yield func(subscription slots.Subscription, r Refusal) bool) {
	return func(yield func(slots.Subscription, Refusal) bool) {
		for x := range f.all(t) {
			if !f.isOver(x.key) && !yield(x.key.subscription(), t.refusal(x)) {
				return
			}
		}
	}
}

// Refusal is the resources that a filter refuses, and from when until when.
type Refusal struct {
	Resources       *resource.Bag
	Since, Deadline int64
}
