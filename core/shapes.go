package core

// shapes lets agents share their totals: a cluster's machines come in a few
// shapes. What is shared is never changed; an agent whose total changes takes
// one of its own.
type shapes struct {
	recent [recentShapes]*bag // each at its hash
}

// recentShapes is how many shapes are remembered. Others are shared by nobody,
// as are those of agents that are all different.
const recentShapes = 256

// of returns a bag that equals total and is not going to change.
func (s *shapes) of(total *bag, r *arenas) *bag {
	at := &s.recent[total.hash()%recentShapes]
	if *at == nil || !(*at).equal(total) {
		*at = total.clone(r)
	}
	return *at
}

// hash is the same for bags that are equal.
func (b *bag) hash() uint64 {
	h := uint64(0)
	for _, c := range b.counts {
		h = mix(h ^ uint64(c.item) ^ uint64(c.n)<<20)
	}
	for _, x := range b.spans {
		h = mix(h ^ uint64(x.kind) ^ x.begin<<20 ^ x.end<<40)
	}
	return h
}

// clone returns a copy of b in memory of its own.
func (b *bag) clone(r *arenas) *bag {
	fresh := new(bag)
	fresh.fit(b, r)
	fresh.copyFrom(b)
	return fresh
}
