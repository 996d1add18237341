package filters

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/prefetch"
)

// Table holds the filters for one agent. The zero value has none.
//
// Invariants:
//  1. filters is how many there are in groups;
//  2. groups ascend by number, and none is empty; those of a number come in the order in which
//     they were added;
//  3. due is the least deadline, and means nothing if there is none;
//  4. each refusal is that of some group.
type Table struct {
	filters  int // most readers read only this word
	groups   []group
	refusals []refusal
	due      int64 // set by Filters.Add and, once filters have ended, by settle
}

// group is filters that refuse the same until the same time, at most one for each of 64 subscriptions. Most
// subscriptions that refuse an agent refuse all that it has: so one word tells which of them all these filters keep
// away.
type group struct {
	who      uint64 // bit i: there is one of subscription 64*number + i
	deadline int64
	number   uint32
	refusal  uint32 // its index in Table.refusals
}

// numberOf returns the number of the groups that have the filters of a subscription.
func numberOf(subscription slots.Subscription) uint32 { return uint32(subscription >> 6) }

// bit is a subscription's bit in group.who.
func bit(subscription slots.Subscription) uint64 { return 1 << (subscription & 63) }

// subscription returns whose filter a bit is.
func (g *group) subscription(i int) slots.Subscription {
	return slots.Subscription(g.number<<6 | uint32(i))
}

// manyGroups is for how many groups a table keeps room once they have ended.
const manyGroups = 4

// Empty reports whether there is no filter.
func (t *Table) Empty() bool { return t.filters == 0 }

// Len returns how many filters there are.
func (t *Table) Len() int { return t.filters }

// search returns the index of the first group with a number >= n.
func (t *Table) search(n uint32) int {
	low, high := 0, len(t.groups)
	for low < high {
		if mid := int(uint(low+high) >> 1); t.groups[mid].number < n {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// groupsOf returns the groups that may have filters of a subscription.
func (t *Table) groupsOf(subscription slots.Subscription) []group {
	n := numberOf(subscription)
	return t.groups[t.search(n):t.search(n+1)]
}

// has reports whether a subscription has a filter.
func (t *Table) has(subscription slots.Subscription) bool {
	return slices.ContainsFunc(t.groupsOf(subscription), func(g group) bool { return g.who&bit(subscription) != 0 })
}

// add adds a filter: to the last group of its number, if it belongs there, or to a new one.
func (t *Table) add(subscription slots.Subscription, deadline int64, refusal uint32) {
	t.filters++
	n := numberOf(subscription)
	end := t.search(n + 1)
	if end > 0 {
		g := &t.groups[end-1]
		if g.number == n && g.deadline == deadline && g.refusal == refusal && g.who&bit(subscription) == 0 {
			g.who |= bit(subscription)
			return
		}
	}
	t.groups = slices.Insert(t.groups, end, group{bit(subscription), deadline, n, refusal})
}

// remove removes the filters of a subscription.
func (t *Table) remove(subscription slots.Subscription) {
	n := numberOf(subscription)
	begin, end := t.search(n), t.search(n+1)
	kept := begin
	for _, g := range t.groups[begin:end] {
		if g.who&bit(subscription) != 0 {
			g.who &^= bit(subscription)
			t.filters--
		}
		if g.who != 0 {
			t.groups[kept] = g
			kept++
		}
	}
	t.groups = slices.Delete(t.groups, kept, end)
}

// leastDeadline returns when the first of the filters ends.
func (t *Table) leastDeadline() int64 {
	least := t.groups[0].deadline
	for _, g := range t.groups[1:] {
		least = min(least, g.deadline)
	}
	return least
}

// All ranges over the filters.
func (t *Table) All() iter.Seq2[slots.Subscription, Refusal] {
	return func(yield func(slots.Subscription, Refusal) bool) {
		for _, g := range t.groups {
			for who := g.who; who != 0; who &= who - 1 {
				if !yield(g.subscription(bits.TrailingZeros64(who)), t.refusalOf(g)) {
					return
				}
			}
		}
	}
}

// PrefetchFirst asks for the first filters.
func (t *Table) PrefetchFirst() { prefetch.Elements(t.groups[:min(2, len(t.groups))]) }

// Prefetch asks for the first groups and the first refusal, or for the room for them.
func (t *Table) Prefetch() {
	prefetch.Elements(t.groups[:min(4, cap(t.groups))])
	prefetch.Elements(t.refusals[:min(1, cap(t.refusals))])
}

// PrefetchRefused asks for the resources of the first refusal, or for the room for them if there is none: most
// tables have at most one. Prefetch has asked for the refusal itself before.
func (t *Table) PrefetchRefused() {
	if cap(t.refusals) > 0 {
		b := &t.refusals[:1][0].resources
		prefetch.Elements(b.Counts[:min(4, cap(b.Counts))])
		prefetch.Elements(b.Intervals[:min(1, cap(b.Intervals))])
	}
}
