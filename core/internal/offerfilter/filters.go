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
// subscription and until the deadline. If the agent has a million refusals that
// differ, all filters for it end first; it returns those, see Sweep.
func (f *Filters) Add(agent uint32, t *Table, subscription uint32, b *resource.Bag, deadline int64, ended []uint32) []uint32 {
	if t.full() {
		ended = f.Sweep(agent, t, math.MaxInt64, ended)
	}
	f.live[subscription]++
	t.insert(filter{makeKey(subscription, f.epochs[subscription], t.refuse(b)), deadline})
	if len(t.list) == 1 || deadline < t.due {
		t.due = deadline
		f.deadlines.Put(agent, deadline)
	}
	return ended
}

// Refused reports whether a filter of the subscription covers an offer: what was
// refused contains it.
func (f *Filters) Refused(t *Table, subscription uint32, offer *resource.Bag) bool {
	if t.subscriptions&bit(subscription) == 0 || f.live[subscription] == 0 {
		return false
	}
	epoch := f.epochs[subscription]
	for i := t.search(makeKey(subscription, epoch, 0)); i < len(t.list); i++ {
		k := t.list[i].key
		if k.subscription() != subscription || k.epoch() != epoch {
			break
		}
		if t.refusals[k.refusal()].resources.Contains(offer) {
			return true
		}
	}
	return false
}

// RemoveRefusers takes those subscriptions out of a set that have refused all of
// b, and so any part of it. The filters are read in one pass in the order they
// lie.
func (f *Filters) RemoveRefusers(set container.BitSet, t *Table, b *resource.Bag) {
	f.forRefusers = append(f.forRefusers[:0], make([]bool, len(t.refusals))...)
	for i := range t.refusals {
		f.forRefusers[i] = t.refusals[i].refs > 0 && t.refusals[i].resources.Contains(b)
	}
	for i := range t.list {
		k := t.list[i].key
		if s := k.subscription(); f.forRefusers[k.refusal()] && f.epochs[s] == k.epoch() {
			set.Clear(s)
		}
	}
}

// EndAll ends all filters of a subscription at once: those of an earlier epoch
// count no more. Epochs come round again after a million; whatever is left of
// the former ones is swept then.
func (f *Filters) EndAll(subscription uint32) {
	f.live[subscription] = 0
	if f.epochs[subscription]++; f.epochs[subscription] <= maxEpoch {
		return
	}
	f.epochs[subscription] = 0
	for agent, t := range f.tables {
		f.Sweep(agent, t, math.MinInt64, nil)
	}
	f.epochs[subscription] = 1
}

// Due returns an agent with filters that may have ended by then, if there is one.
func (f *Filters) Due(by int64) (agent uint32, ok bool) {
	agent, due, ok := f.deadlines.First()
	return agent, ok && due <= by
}

// Deadline returns when the next filter may end.
func (f *Filters) Deadline() (at int64, ok bool) {
	_, at, ok = f.deadlines.First()
	return at, ok
}

// Has reports whether there are filters for an agent.
func (f *Filters) Has(agent uint32) bool { return f.deadlines.Has(agent) }

// Sweep ends the filters for an agent that are due by then, and forgets those of
// an earlier epoch. It appends to ended the subscription of each filter that
// ended, and returns it.
func (f *Filters) Sweep(agent uint32, t *Table, by int64, ended []uint32) []uint32 {
	kept := t.list[:0]
	next := int64(math.MaxInt64)
	t.subscriptions = 0
	for _, x := range t.list {
		s := x.key.subscription()
		current := x.key.epoch() == f.epochs[s]
		if current && x.deadline > by {
			kept = append(kept, x)
			t.subscriptions |= bit(s)
			next = min(next, x.deadline)
			continue
		}
		t.release(x.key.refusal())
		if current {
			f.live[s]--
			ended = append(ended, s)
		}
	}
	t.list, t.due = kept, next
	if len(kept) == 0 {
		f.deadlines.Remove(agent)
	} else {
		f.deadlines.Put(agent, next)
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
			if !yield(s, Refusal{&t.refusals[x.key.refusal()].resources, x.deadline}) {
				return
			}
		}
	}
}

// Refusal is what a filter is about.
type Refusal struct {
	Resources *resource.Bag
	Deadline  int64
}
