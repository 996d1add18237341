package resource

import (
	"slices"

	"github.com/apportion/apportion/internal/container"
)

// InternedTotals lets agents share their totals, since a cluster's machines come in few
// shapes. Nobody changes a shared total: an agent whose total changes copies it first.
type InternedTotals struct {
	recent [RecentTotals]*Bag // each at its hash % RecentTotals
}

// RecentTotals is how many totals are remembered. No new agent shares one that has been
// forgotten.
const RecentTotals = 256

// Of returns a bag that equals total and that nobody changes.
func (s *InternedTotals) Of(total *Bag, r *Memory) *Bag {
	at := &s.recent[total.Hash()%RecentTotals]
	if *at == nil || !(*at).isCopyOf(total) {
		*at = total.Clone(r)
	}
	return *at
}

// isCopyOf is Equal for bags of which one may be of the past, when items and kinds of these numbers
// were others.
func (b *Bag) isCopyOf(o *Bag) bool {
	return b.Flags == o.Flags && slices.Equal(b.Counts, o.Counts) && slices.Equal(b.Intervals, o.Intervals)
}

// Hash returns the same number for equal bags.
func (b *Bag) Hash() uint64 {
	h := uint64(0)
	for _, c := range b.Counts {
		h = container.Mix64(h ^ uint64(c.Item()) ^ uint64(c.N)<<20)
	}
	for _, x := range b.Intervals {
		h = container.Mix64(h ^ uint64(x.Kind) ^ x.Begin<<20 ^ x.End<<40)
	}
	return h
}

// Clone returns a copy of b in memory of its own.
func (b *Bag) Clone(r *Memory) *Bag {
	fresh := new(Bag)
	fresh.Fit(b, r)
	fresh.CopyFrom(b)
	return fresh
}
