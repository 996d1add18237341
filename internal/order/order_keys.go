package order

import (
	"math"

	"github.com/apportion/apportion/quantities"
)

// keyMaker computes what nodes are ordered by. The sorter's own remembers what it has looked up.
// Calls that only read make one for themselves.
type keyMaker struct {
	sorter   *Sorter
	divisors divisors
	remember bool // it is the sorter's

	usage   usage       // that an ordering is told of
	vector  []float64   // of measure
	fresh   *hdrf       // of a reader: what HDRF will know at the next iteration, once it was computed
	names   []knownName // those that orderings asked for since the totals changed
	version uint64      // of the totals, to which names and divisors belong
}

// knownName is the number of a resource.
type knownName struct {
	text  string
	name  quantities.Name
	known bool
}

// usageOf returns what an ordering is told of a node, until it is called again.
func (k *keyMaker) usageOf(n node) *usage {
	k.usage = usage{k, n}
	return &k.usage
}

// refresh brings the sorter's own keyMaker up to date with the totals.
func (k *keyMaker) refresh() {
	k.divisors = *k.sorter.totals.updateDivisors()
	if t := k.sorter.totals; k.version != t.version {
		k.version, k.names = t.version, k.names[:0]
	}
}

// find returns the number of a resource, if it has one. A resource of which the cluster has
// something has a number. While the cluster has nothing of it, the number may change.
func (k *keyMaker) find(resource string) (quantities.Name, bool) {
	for i := range k.names {
		if x := &k.names[i]; x.text == resource {
			return x.name, x.known
		}
	}
	n, known := k.sorter.totals.names.Lookup(resource)
	if k.remember {
		k.names = append(k.names, knownName{resource, n, known})
	}
	return n, known
}

// weight is the weight of n. A weight that is not looked up yet counts as 1 for the sorter; for
// readers it is what the next iteration will look up.
func (k *keyMaker) weight(n node) float64 {
	if !k.remember {
		return k.sorter.readWeight(n)
	}
	if w := k.sorter.states[n].weight; w != 0 {
		return w
	}
	return defaultWeight
}

// entry returns how n is ordered among its siblings, by their rule.
func (k *keyMaker) entry(n node, r *rule) entry {
	s := k.sorter
	e := entry{picks: s.states[n].picks, label: s.tags[n].label, node: n}
	switch r.method {
	case byDraw:
		e.picks = 0
		if !k.remember {
			e.share = math.Float64bits(1 / k.weight(n)) // the best chance first
		}
	case byKey:
		first, second := r.ordering.Key(k.usageOf(n))
		e.share, e.picks = orderedBits(first), orderedBits(second)
	case byHierarchy:
		share, _ := k.measure(k.sums(), n)
		e.setShare(k.weighted(share, n))
	case byDecay:
		e.setShare(s.decayedShare(n, &k.divisors, r.halfLife) / k.weight(n))
	default:
		e.setShare(s.ratio(n, &k.divisors) / k.weight(n))
	}
	return e
}

// sums returns what HDRF knows. A reader computes it if it is not up to date.
func (k *keyMaker) sums() *hdrf {
	s := k.sorter
	if k.remember || s.sharesAreCurrent() && len(s.unweighed) == 0 {
		return s.levels.hdrf
	}
	if k.fresh == nil {
		k.fresh = new(hdrf)
		k.fresh.build(k)
	}
	return k.fresh
}

// key returns what n is ordered by, as numbers: the second is one of the policy's
// own, or 0.
func (k *keyMaker) key(n node, r *rule) (first, second float64) {
	e := k.entry(n, r)
	switch r.method {
	case byDraw:
		return 0, 0
	case byKey:
		return fromOrderedBits(e.share), fromOrderedBits(e.picks)
	default:
		return math.Float64frombits(e.share), 0
	}
}

// reader returns a keyMaker that writes nothing but itself.
func (s *Sorter) reader() *keyMaker {
	return &keyMaker{sorter: s, divisors: s.totals.readDivisors(nil)}
}

// reorderByLevel is reorder where levels have rules of their own.
func (s *Sorter) reorderByLevel(n node) {
	l, st := s.levels, &s.states[n]
	if n == root {
		if l.hdrf != nil {
			s.noteSaturation()
		}
		return
	}
	g := s.states[st.parent].group
	r := s.ruleOf(g)
	if r.method == byHierarchy {
		share := l.hdrf.update(&l.keys, n)
		if st.place != noPlace {
			e := entry{picks: st.picks, label: s.tags[n].label, node: n}
			e.setShare(l.keys.weighted(share, n))
			s.groups[g].tournament.replay(int(st.place), e)
		}
	} else if st.place != noPlace {
		s.groups[g].tournament.replay(int(st.place), l.keys.entry(n, r))
	}
}
