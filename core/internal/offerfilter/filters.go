package offerfilter

import (
	"math"
	"math/bits"

	"github.com/apportion/apportion/core/internal/resource"
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
	tables    func(yield func(agent uint32, t *Table) bool)
	epochs    []uint32 // by subscription
	live      []int32  // by subscription
	deadlines container.Heap[int64]

	inForce, over int

	forRefusers []bool // scratch of RemoveRefusers: by refusal
}

// New returns Filters without subscriptions. tables ranges over the tables of all agent
// slots, used or not.
func New(tables func(yield func(agent uint32, t *Table) bool)) Filters {
	return Filters{tables: tables}
}

// Open makes a subscription known, without filters. A former one of that number has left
// its epoch to it.
func (f *Filters) Open(subscription uint32) {
	for int(subscription) >= len(f.epochs) {
		f.epochs = append(f.epochs, 1) // no filter is of epoch 0
		f.live = append(f.live, 0)
	}
}

// Count returns how many filters of a subscription are in force.
func (f *Filters) Count(subscription uint32) int { return int(f.live[subscription]) }

// Add makes a subscription refuse b on an agent, whose table is t, from now until the
// deadline. If t has maxRefusals different refusals, Add first ends all filters in t, and
// appends their subscriptions to ended, as Sweep does.
func (f *Filters) Add(agent uint32, t *Table, subscription uint32, b *resource.Bag, now, deadline int64, ended []uint32) []uint32 {
	if t.full() {
		ended = f.Sweep(agent, t, math.MaxInt64, ended)
	}
	if n := len(t.list); n >= fewFilters && bits.OnesCount(uint(n)) == 1 && 4*f.overIn(t) >= n {
		ended = f.Sweep(agent, t, math.MinInt64, ended)
	}
	f.live[subscription]++
	f.inForce++
	t.insert(filter{makeKey(subscription, f.epochs[subscription], t.refuse(b, deadline-now)), deadline})
	if len(t.list) == 1 || deadline < t.due {
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
		if x.key.epoch() != f.epochs[x.key.subscription()] {
			n++
		}
	}
	return n
}

// All ranges over the filters in force for an agent, by subscription.
func (f *Filters) All(t *Table) func(yield func(subscription uint32, r Refusal) bool) {
	return func(yield func(uint32, Refusal) bool) {
		for _, x := range t.list {
			s := x.key.subscription()
			if x.key.epoch() != f.epochs[s] {
				continue
			}
			if !yield(s, t.refusal(x)) {
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
