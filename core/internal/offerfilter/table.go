package offerfilter

import (
	"iter"
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/prefetch"
	"github.com/apportion/apportion/internal/widths"
)

// filter says that a subscription wants neither the resources it refused on an agent, nor
// a part of them, before the deadline.
type filter struct {
	key      key
	deadline int64
}

// key packs, from the top: the subscription (24 bits), the epoch of the subscription in
// which the filter is live (epochBits), and an index in Table.refusals (refusalBits).
type key uint64

const (
	epochBits   = widths.Epoch
	refusalBits = 20
	maxEpoch    = 1<<epochBits - 1
	maxRefusals = 1 << refusalBits

	// MaxSubscriptions is how many subscriptions a filter can tell apart.
	MaxSubscriptions = 1 << 24
)

func makeKey(subscription slots.Subscription, epoch, refusal uint32) key {
	return key(subscription)<<(epochBits+refusalBits) | key(epoch)<<refusalBits | key(refusal)
}

func (k key) subscription() slots.Subscription {
	return slots.Subscription(k >> (epochBits + refusalBits))
}
func (k key) epoch() uint32   { return uint32(k>>refusalBits) & maxEpoch }
func (k key) refusal() uint32 { return uint32(k) & (maxRefusals - 1) }

// Table holds the filters for one agent, those included that are over and not swept yet.
// They are in its list or, where many refuse the same, in blocks. The zero value has none.
//
// Invariants:
//  1. list ascends by key;
//  2. refusals[i].refs counts the filters that name i; vacant links those with 0;
//  3. deadline >= due for each live filter; due means nothing while there is none;
//  4. subscriptions has bit(s) of every subscription s with a filter, so that for most
//     subscriptions nobody needs to search.
type Table struct {
	subscriptions uint64
	list          []filter
	refusals      []refusal
	vacant        uint32 // index+1 of a refusal that nothing refers to, 0 for none
	blocks        uint32 // index+1 of more filters in Filters.blocks, 0 for none
	due           int64
}

// refusal is resources refused and for how long. Subscriptions that refuse the same share
// one.
type refusal struct {
	resources resource.Bag
	lasts     int64 // from the refusal to its deadline
	refs      uint32
	next      uint32 // while vacant: index+1 of the next vacant one, 0 for none
}

// refusal returns a filter's refusal.
func (t *Table) refusal(x filter) Refusal {
	r := &t.refusals[x.key.refusal()]
	return Refusal{&r.resources, x.deadline - r.lasts, x.deadline}
}

// bit is a subscription's bit in Table.subscriptions.
func bit(subscription slots.Subscription) uint64 { return 1 << (subscription & 63) }

// Empty reports whether there is no filter. It reads the table's first word only.
func (t *Table) Empty() bool { return t.subscriptions == 0 }

// recentRefusals is how many refusals, from the last back, refuse compares with a new
// one. Mostly a framework refuses what another has just refused.
const recentRefusals = 8

// refuse returns the index of a refusal of b that lasts so long, and counts a reference.
func (t *Table) refuse(b *resource.Bag, lasts int64) uint32 {
	for i := len(t.refusals) - 1; i >= max(0, len(t.refusals)-recentRefusals); i-- {
		if r := &t.refusals[i]; r.refs > 0 && r.lasts == lasts && r.resources.Equal(b) {
			r.refs++
			return uint32(i)
		}
	}
	if t.vacant == 0 {
		if n := len(t.refusals); n < cap(t.refusals) {
			t.refusals = t.refusals[:n+1] // with the memory of a former one
		} else {
			t.refusals = append(t.refusals, refusal{})
		}
		t.vacant = uint32(len(t.refusals))
		t.refusals[t.vacant-1].next = 0
	}
	i := t.vacant - 1
	r := &t.refusals[i]
	t.vacant = r.next
	r.resources.CopyFrom(b)
	r.lasts, r.refs, r.next = lasts, 1, 0
	return i
}

// release ends one filter's reference to a refusal.
func (t *Table) release(i uint32) {
	r := &t.refusals[i]
	r.refs--
	if r.refs == 0 {
		r.next = t.vacant
		t.vacant = i + 1
	}
}

const (
	// A table gives up the room of filters that have ended beyond manyFilters, and of
	// refusals beyond manyRefusals.
	manyFilters  = 64
	manyRefusals = 4
)

// forgetRefusals gives up the memory of vacant refusals of a table if there are more than
// manyRefusals, and more than filters. The others get other numbers, in the same order.
func (f *Filters) forgetRefusals(t *Table) {
	if len(t.refusals) <= 2*f.Len(t)+manyRefusals {
		return
	}
	var kept []refusal
	numbers := make([]uint32, len(t.refusals))
	for i := range t.refusals {
		if t.refusals[i].refs > 0 {
			numbers[i] = uint32(len(kept))
			kept = append(kept, t.refusals[i])
		}
	}
	t.refusals, t.vacant = kept, 0
	for i, x := range t.list {
		t.list[i].key = x.key - key(x.key.refusal()) + key(numbers[x.key.refusal()])
	}
	for i := range f.blocks.of(t) {
		b := &f.blocks.of(t)[i]
		b.refusal = numbers[b.refusal]
	}
}

// Refusals ranges over the resources that filters refuse, in force or over.
func (t *Table) Refusals() iter.Seq[*resource.Bag] {
	return func(yield func(*resource.Bag) bool) {
		for i := range t.refusals {
			if r := &t.refusals[i]; r.refs > 0 && !yield(&r.resources) {
				return
			}
		}
	}
}

// full reports whether there is no number left for another refusal.
func (t *Table) full() bool { return len(t.refusals) == maxRefusals && t.vacant == 0 }

// makeRoom makes room in the list for a quarter more, and no more than that: clusters have
// tens of millions of filters.
func (t *Table) makeRoom() {
	if most := len(t.list) + len(t.list)/4 + 4; cap(t.list) < most {
		t.list = append(make([]filter, 0, most), t.list...)
	}
}

// put adds a filter to the list, at an index.
func (t *Table) put(at int, x filter) {
	if len(t.list) == cap(t.list) {
		t.makeRoom()
	}
	t.list = slices.Insert(t.list, at, x)
}

// lists reports whether a subscription has a filter in the list.
func (t *Table) lists(subscription slots.Subscription) bool {
	i := t.search(makeKey(subscription, 0, 0))
	return i < len(t.list) && t.list[i].key.subscription() == subscription
}

// search returns the index of the first filter with key >= k.
func (t *Table) search(k key) int { return t.searchIn(0, len(t.list), k) }

// searchNear is search, beginning around an index and widening.
func (t *Table) searchNear(k key, near int) int {
	for around := 1; ; around *= 4 {
		low, high := max(0, near-around), min(len(t.list), near+around)
		below := low == 0 || low < high && t.list[low-1].key < k
		above := high == len(t.list) || t.list[high].key >= k
		if below && above {
			return t.searchIn(low, high, k)
		}
	}
}

// searchIn is search if low <= the result <= high.
func (t *Table) searchIn(low, high int, k key) int {
	for low < high {
		if mid := int(uint(low+high) >> 1); t.list[mid].key < k {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// Prefetch asks for the first filters, or for the room for them, and for what the first refuses.
func (t *Table) Prefetch() {
	prefetch.Elements(t.list[:min(4, cap(t.list))])
	prefetch.Elements(t.refusals[:min(1, cap(t.refusals))])
}

// PrefetchRefused asks for what the first refuses or, as most have one at most, for the room that it
// leaves to the next. Prefetch has asked for the first before.
func (t *Table) PrefetchRefused() {
	if cap(t.refusals) > 0 {
		b := &t.refusals[:1][0].resources
		prefetch.Elements(b.Counts[:min(4, cap(b.Counts))])
		prefetch.Elements(b.Intervals[:min(1, cap(b.Intervals))])
	}
}
