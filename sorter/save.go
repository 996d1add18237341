package sorter

import (
	"maps"
	"math"
	"slices"

	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// Save writes, beside policies, paths, activity and allocations of clients, all state of a
// sorter: numbers of clients, set weights, and of each node picks, looked-up weight, rank,
// decayed usage, what [Timed] orderings look at and whether it is blocked. It may run concurrently with other reads.
func (s *Sorter) Save(w *wire.Writer) {
	w.Uint(uint64(len(s.leaves)))
	w.Uint(uint64(len(s.free)))
	for _, c := range s.free {
		w.Uint(uint64(c))
	}
	w.Uint(s.sorts)
	w.Uint(uint64(len(s.weights)))
	for _, path := range slices.Sorted(maps.Keys(s.weights)) {
		w.Text(path)
		w.Float(s.weights[path])
	}
	kept := noExtras
	if s.isTimed() {
		kept = timedExtras
	} else if slices.ContainsFunc(s.extras, func(x extra) bool { return x.rank != 0 || x.blocked || x.mean != nil || x.since != 0 }) {
		kept = untimedExtras
	}
	w.Byte(kept)
	for n := range s.nodes {
		w.Uint(s.states[n].picks)
		saveWeight(w, s.states[n].weight)
		if kept != noExtras {
			s.saveExtra(w, n)
		}
		if kept == timedExtras {
			s.saveLifetime(w, n)
		}
	}
}

// Load makes s, which has no clients, what Save wrote: its clients are as they were,
// but inactive and with nothing allocated. path returns the path of a client. A fault
// is left in r.
func (s *Sorter) Load(r *wire.Reader, path func(c Client) string) {
	count := r.Count("clients")
	var unused []Client
	var free container.BitSet[Client]
	for range r.Count("free clients") {
		c := Client(r.Below(uint64(count), "client"))
		unused = append(unused, c)
		free.Set(c)
	}
	s.sorts = r.Uint()
	s.loadWeights(r)
	if free.Count() != len(unused) {
		r.Fail("a client is free twice")
	}
	if r.Err() != nil {
		return
	}
	s.free = unused
	s.leaves = slices.Grow(s.leaves, count)[:count]
	for c := range s.leaves {
		s.leaves[c] = noNode
	}
	for c := range Client(count) {
		if free.Has(c) {
			continue
		}
		p := path(c)
		at, err := s.placeFor(p)
		if err != nil {
			r.Fail("%v", err)
			return
		}
		s.addAt(at, p, c)
	}
	kept := r.Byte()
	if kept > timedExtras || kept == timedExtras && !s.isTimed() {
		r.Fail("%d says nothing of what policies need", kept)
	}
	s.extras = s.extras[:0] // of what has come about by adding the clients anew
	s.makeStale()
	for n := range s.nodes {
		s.states[n].picks = r.Uint()
		s.states[n].weight = loadWeight(r)
		if kept != noExtras {
			s.loadExtra(r, n)
		}
		if kept == timedExtras {
			s.loadLifetime(r, n)
		}
	}
	s.beginLifetimes() // of a snapshot from before the policy looked at time
}

// What is kept of each node besides.
const (
	noExtras byte = iota
	untimedExtras
	timedExtras
)

// saveExtra writes what some policies need of a node besides.
func (s *Sorter) saveExtra(w *wire.Writer, n node) {
	x := s.readExtra(n)
	w.Float(x.rank)
	w.Bool(x.blocked)
	w.Int(x.since)
	if x.mean == nil {
		w.Uint(0)
		return
	}
	w.Uint(uint64(len(x.mean)) + 1)
	for i := range x.mean {
		m := x.meanAt(i, s.totals.names)
		w.Fixed(m.whole)
		w.Fixed(m.part)
	}
}

func (s *Sorter) loadExtra(r *wire.Reader, n node) {
	x := s.extraOf(n)
	x.rank, x.blocked, x.since, x.mean, x.asOf = r.Float(), r.Bool(), r.Int(), nil, s.totals.names.Forgotten()
	if math.IsNaN(x.rank) {
		r.Fail("a rank is not a number")
	}
	if length := r.Below(quantities.NearNames+2, "mean"); length > 0 {
		x.mean = make([]decayedAmount, length-1)
	}
	for i := range x.mean {
		x.mean[i] = decayedAmount{r.Fixed(), r.Fixed()}
	}
}

// LoadAllocation adds to what is allocated to a client after Load. It is nothing that
// happens: picks, and what was allocated on average, stay.
func (s *Sorter) LoadAllocation(c Client, q quantities.Row) {
	s.epoch++
	for n := s.leaf(c); n != noNode; n = s.states[n].parent {
		s.alloc.Add(int(n), q)
		s.reorder(n)
	}
	s.makeStale() // others may be saturated now
	s.verify()
}

func (s *Sorter) loadWeights(r *wire.Reader) {
	for range r.Count("weights") {
		path := r.Text()
		if err := s.SetWeight(path, r.Float()); err != nil {
			r.Fail("%v", err)
		}
		if r.Err() != nil {
			return
		}
	}
}

// Most weights are the default, and many are not looked up.
const (
	notLookedUp = iota
	asDefault
	asWritten
)

func saveWeight(w *wire.Writer, weight float64) {
	switch weight {
	case 0:
		w.Byte(notLookedUp)
	case defaultWeight:
		w.Byte(asDefault)
	default:
		w.Byte(asWritten)
		w.Float(weight)
	}
}

func loadWeight(r *wire.Reader) float64 {
	switch b := r.Byte(); b {
	case notLookedUp:
		return 0
	case asDefault:
		return defaultWeight
	case asWritten:
		weight := r.Float()
		if !(weight > 0) || math.IsInf(weight, 0) {
			r.Fail("a weight is not above 0 and finite")
		}
		return weight
	default:
		r.Fail("%d says nothing of a weight", b)
		return 0
	}
}

// Numbers returns how many numbers clients have had: all are below it.
func (s *Sorter) Numbers() int { return len(s.leaves) }

// Has reports whether there is a client of a number.
func (s *Sorter) Has(c Client) bool { return s.has(c) }

// nodes ranges over the nodes of the tree: each before those below it, siblings in
// the order of their names.
func (t *tree) nodes(yield func(n node) bool) {
	for n := root; n != noNode && yield(n); {
		n, _ = t.nextInOrder(n)
	}
}

// nextInOrder returns the node after n, or noNode after the last, and how many nodes come
// to the end of their children by that.
func (t *tree) nextInOrder(n node) (next node, ended int) {
	if t.tags[n].kind == internal && t.groupOf(n).firstChild != noNode {
		return t.groupOf(n).firstChild, 0
	}
	for n != root && t.tags[n].next == noNode {
		n = t.states[n].parent
		ended++
	}
	return t.tags[n].next, ended
}
