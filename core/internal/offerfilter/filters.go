package offerfilter

import (
	"math"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
)

// Filters is what the filters for all agents have in common.
//
// Invariants:
//  1. live counts, for each subscription, the filters of its present epoch;
//  2. an agent is in deadlines if and only if its table has filters, at a time
//     that none of its live filters is due before.
type Filters struct {
	tables    func(yield func(agent uint32, t *Table) bool)
	epochs    []uint32 // by subscription: filters of an earlier epoch are over
	live      []int32  // by subscription
	deadlines container.Heap[int64]

	forRefusers []bool // scratch of RemoveRefusers: by refusal
}

// New returns filters for no agents. tables ranges over the tables of all agents
// that there ever were.
func New(tables func(yield func(agent uint32, t *Table) bool)) Filters {
	return Filters{tables: tables}
}

// Open makes a subscription known, without filters. It keeps the epoch that a
// former one of that number has reached.
func (f *Filters) Open(subscription uint32) {
	for int(subscription) >= len(f.epochs) {
		f.epochs = append(f.epochs, 1) // no filter is of epoch 0
		f.live = append(f.live, 0)
	}
}

// Count returns how many filters of a subscription are in force.
func (f *Filters) Count(subscription uint32) int { return int(f.live[subscription]) }

// Add refuses what is in b on an agent, whose table is t, in the name of a
// subscription, from now until the deadline. If the agent has a million refusals
// that differ, all filters for it end first; it returns those, see Sweep.
func (f *Filters) Add(agent uint32, t *Table, subscription uint32, b *resource.Bag, now, deadline int64, ended []uint32) []uint32 {
	if t.full() {
		ended = f.Sweep(agent, t, math.MaxInt64, ended)
	}
	f.live[subscription]++
	t.insert(filter{makeKey(subscription, f.epochs[subscription], t.refuse(b, deadline-now)), deadline})
	if len(t.list) == 1 || deadline < t.due {
		t.due = deadline
		f.deadlines.Put(agent, deadline)
	}
	return ended
}

// All ranges over the filters in force for an agent, in the order of their
// subscriptions: the subscription, and what it refuses until when.
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

// Refusal is what a filter is about.
type Refusal struct {
	Resources       *resource.Bag
	Since, Deadline int64
}
