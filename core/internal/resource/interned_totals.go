package resource

import "github.com/apportion/apportion/internal/container"

// InternedTotals lets agents share their totals: a cluster's machines come in a
// few shapes. What is shared is never changed; an agent whose total changes
// takes one of its own.
type InternedTotals struct {
	recent [RecentTotals]*Bag // each at its hash
}

// RecentTotals is how many totals are remembered. Others are shared by nobody,
// as are those of agents that are all different.
const RecentTotals = 256

// Of returns a bag that equals total and is not going to change.
func (s *InternedTotals) Of(total *Bag, r *Memory) *Bag {
	at := &s.recent[total.Hash()%RecentTotals]
	if *at == nil || !(*at).Equal(total) {
		*at = total.Clone(r)
	}
	return *at
}

// Hash is the same for bags that are equal.
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
