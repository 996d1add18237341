package offerfilter

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/widths"
)

// Where most subscriptions refuse an agent, most refuse the same for as long. A block has
// filters of one refusal, at most one for each of 64 subscriptions: a bit each, where an
// entry of Table.list has 16 bytes. One operation on a word tells whom a block keeps away.
//
// Invariants of the blocks of a table:
//  1. they ascend by number, and each has a filter;
//  2. the filter of a bit is of epoch base.of[bit];
//  3. it ends at deadlines[bit], of which deadline is the least; or, without deadlines, at
//     deadline;
//  4. no filter in Table.list has the key of one in a block.
type block struct {
	has       uint64 // bit i: there is a filter of subscription 64*number + i
	base      *epochs
	deadlines *[64]int64 // nil if all end at the same time
	deadline  int64
	number    uint32
	refusal   uint32
}

// blocks are those of one table.
type blocks struct {
	list    []block
	filters int // in them
}

const (
	// A block needs leastInBlock filters, and leastWithDeadlines if they end at different
	// times: its memory is that of 3 in a list, or of 35, and of 18 more if no other block
	// has its epochs. With less than half as many it is dissolved.
	leastInBlock       = 1 << widths.Block
	leastWithDeadlines = 3 * leastInBlock

	// A table gives up the memory of blocks beyond manyBlocks.
	manyBlocks = 4
)

// blockPool has the blocks of all tables.
type blockPool struct{ container.Pool[uint32, blocks] }

// of returns the blocks of a table.
func (p *blockPool) of(t *Table) []block {
	if t.blocks == 0 {
		return nil
	}
	return p.At(t.blocks - 1).list
}

// find returns the block of a subscription in a table, or nil.
func (p *blockPool) find(t *Table, subscription slots.Subscription) *block {
	if t.blocks != 0 {
		list := p.of(t)
		if i, ok := find(list, blockOf(subscription)); ok {
			return &list[i]
		}
	}
	return nil
}

// blockOf returns the number of the block that has the filters of a subscription.
func blockOf(subscription slots.Subscription) uint32 { return uint32(subscription >> 6) }

// find returns where the block of a number is, or belongs.
func find(list []block, number uint32) (int, bool) {
	if i := int(number); i < len(list) && list[i].number == number {
		return i, true // there is one for each number
	}
	return slices.BinarySearchFunc(list, number, func(b block, number uint32) int {
		return int(b.number) - int(number)
	})
}

// filter returns the filter of a bit in has.
func (b *block) filter(i int) filter {
	x := filter{makeKey(slots.Subscription(b.number<<6|uint32(i)), b.base.of[i], b.refusal), b.deadline}
	if b.deadlines != nil {
		x.deadline = b.deadlines[i]
	}
	return x
}

// of returns the filter of a subscription. The block may be nil.
func (b *block) of(subscription slots.Subscription) (x filter, ok bool) {
	if b == nil || b.has&bit(subscription) == 0 {
		return x, false
	}
	return b.filter(int(subscription & 63)), true
}

// all ranges over the filters in a block.
func (b *block) all(yield func(i int, x filter) bool) {
	for has := b.has; has != 0; has &= has - 1 {
		if i := bits.TrailingZeros64(has); !yield(i, b.filter(i)) {
			return
		}
	}
}

// all ranges over the filters of a table by key, those included that are over.
func (f *Filters) all(t *Table) iter.Seq[filter] {
	return func(yield func(filter) bool) {
		list := t.list
		for i := range f.blocks.of(t) {
			for _, x := range f.blocks.of(t)[i].all {
				for len(list) > 0 && list[0].key < x.key {
					if !yield(list[0]) {
						return
					}
					list = list[1:]
				}
				if !yield(x) {
					return
				}
			}
		}
		for _, x := range list {
			if !yield(x) {
				return
			}
		}
	}
}

// lastKey returns the key of the last filter of a table, 0 if it has none.
func (f *Filters) lastKey(t *Table) key {
	var last key
	if n := len(t.list); n > 0 {
		last = t.list[n-1].key
	}
	if list := f.blocks.of(t); len(list) > 0 {
		b := &list[len(list)-1]
		last = max(last, b.filter(bits.Len64(b.has)-1).key)
	}
	return last
}

// addToBlock adds a filter to the block that there is for it, if it belongs there.
func (f *Filters) addToBlock(t *Table, x filter) bool {
	b := f.blocks.find(t, x.key.subscription())
	if b == nil || t.lists(x.key.subscription()) || !b.add(x, &f.subscriptionEpochs) {
		return false
	}
	f.blocks.At(t.blocks-1).filters++
	return true
}

// add adds a filter to a block if the block can have it.
func (b *block) add(x filter, f *subscriptionEpochs) bool {
	s, e := x.key.subscription(), x.key.epoch()
	late := b.deadlines == nil && b.deadline != x.deadline
	if b.has&bit(s) != 0 || b.refusal != x.key.refusal() || late && bits.OnesCount64(b.has) < leastWithDeadlines-1 {
		return false
	}
	if b.base.of[s&63] != e {
		latest := f.latestEpochs(b.number)
		if latest.of[s&63] != e || f.overInBlock(b) != 0 {
			return false
		}
		b.base = latest
	}
	if late {
		b.spread()
	}
	if b.deadlines != nil {
		b.deadlines[s&63], b.deadline = x.deadline, min(b.deadline, x.deadline)
	}
	b.has |= bit(s)
	return true
}

// pack moves filters from the list of a table into blocks, and shrinks the list: later filters will
// mostly go to the blocks.
func (f *Filters) pack(t *Table) {
	if len(t.list) < leastInBlock {
		return
	}
	kept := t.list[:0]
	for left := t.list; len(left) > 0; {
		number, n := blockOf(left[0].key.subscription()), 1
		for n < len(left) && blockOf(left[n].key.subscription()) == number {
			n++
		}
		kept = f.packRun(t, number, left[:n], kept)
		left = left[n:]
	}
	t.list = container.Shrink(kept, leastInBlock/2)
}

// packRun moves filters of 64 subscriptions into their block, and appends the others to
// kept, which lies in front of them.
func (f *Filters) packRun(t *Table, number uint32, run, kept []filter) []filter {
	b := f.blocks.find(t, slots.Subscription(number<<6))
	if b == nil {
		b = f.newBlock(t, number, run)
	} else if b.deadlines == nil && bits.OnesCount64(b.has)+len(f.alike(run, b.refusal)) >= leastWithDeadlines {
		b.spread()
	}
	for i, x := range run {
		if b != nil && isAlone(run, i) && b.add(x, &f.subscriptionEpochs) {
			f.blocks.At(t.blocks-1).filters++
		} else {
			kept = append(kept, x)
		}
	}
	return kept
}

// isAlone reports whether a filter is the only one of its subscription in a list.
func isAlone(list []filter, i int) bool {
	s := list[i].key.subscription()
	return (i == 0 || list[i-1].key.subscription() != s) &&
		(i == len(list)-1 || list[i+1].key.subscription() != s)
}

// newBlock returns a new block, empty, for filters of a table, or nil if too few of them
// belong together.
func (f *Filters) newBlock(t *Table, number uint32, run []filter) *block {
	if len(run) < leastInBlock {
		return nil
	}
	refusal := majority(run, func(x filter) uint32 { return x.key.refusal() })
	same := f.alike(run, refusal)
	if len(same) < leastInBlock {
		return nil
	}
	b := block{number: number, refusal: refusal, base: f.latestEpochs(number)}
	b.deadline = majority(same, func(x filter) int64 { return x.deadline })
	n := 0
	for _, x := range same {
		if x.deadline == b.deadline {
			n++
		}
	}
	if n < len(same) && len(same) >= leastWithDeadlines {
		b.deadline = same[0].deadline
		b.spread()
	} else if n < leastInBlock {
		return nil
	}
	if t.blocks == 0 {
		t.blocks = f.blocks.Take() + 1
	}
	all := f.blocks.At(t.blocks - 1)
	i, _ := find(all.list, number)
	all.list = slices.Insert(all.list, i, b)
	return &all.list[i]
}

// alike returns the filters of a list that can be in a block of a refusal: those in force of
// subscriptions with no other.
func (f *Filters) alike(list []filter, refusal uint32) []filter {
	f.forBlock = f.forBlock[:0]
	for i, x := range list {
		if x.key.refusal() == refusal && isAlone(list, i) && x.key.epoch() == f.epochs[x.key.subscription()] {
			f.forBlock = append(f.forBlock, x)
		}
	}
	return f.forBlock
}

// spread lets the filters of a block end at different times.
func (b *block) spread() {
	b.deadlines = new([64]int64)
	for i := range b.deadlines {
		b.deadlines[i] = b.deadline
	}
}

// majority returns what is the same of more than half of the filters, if there is that (the vote of
// Boyer and Moore).
func majority[T comparable](list []filter, of func(filter) T) (candidate T) {
	votes := 0
	for _, x := range list {
		switch v := of(x); {
		case votes == 0:
			candidate, votes = v, 1
		case v == candidate:
			votes++
		default:
			votes--
		}
	}
	return candidate
}

// tidyBlocks follows the end of filters in the blocks of a table: it dissolves blocks with
// few, which go to the list.
func (f *Filters) tidyBlocks(t *Table) {
	all := f.blocks.At(t.blocks - 1)
	kept := all.list[:0]
	all.filters = 0
	for _, b := range all.list {
		least := leastInBlock
		if b.deadlines != nil {
			least = leastWithDeadlines
		}
		n := bits.OnesCount64(b.has)
		if n < least/2 {
			for _, x := range b.all {
				t.put(t.search(x.key), x)
			}
			continue
		}
		if b.deadlines != nil {
			b.deadline = b.deadlines[bits.TrailingZeros64(b.has)]
			for _, x := range b.all {
				b.deadline = min(b.deadline, x.deadline)
			}
		}
		all.filters += n
		kept = append(kept, b)
	}
	clear(all.list[len(kept):])
	all.list = container.Shrink(kept, manyBlocks)
	if len(kept) == 0 {
		f.blocks.Give(t.blocks - 1)
		t.blocks = 0
	}
}
