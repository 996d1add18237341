package sorter

import (
	"math"

	"github.com/apportion/apportion/quantities"
)

// defaultWeight is the weight of a path for which none was set.
const defaultWeight = 1.0

// Share returns the weighted dominant share by which c is ordered among its
// siblings, from the totals as they are now.
func (s *Sorter) Share(c Client) float64 {
	n := s.leaf(c)
	weight := s.states[n].weight
	if weight == 0 {
		weight = s.lookUpWeight(n)
	}
	var space [8]float64 // enough for the names of most clusters
	return quantities.MaxRatio(s.alloc.Row(int(n)), s.totals.readDivisors(space[:0])) / weight
}

// share is what n is ordered by while its weight is not looked up, too.
func (s *Sorter) share(n node, divisors []float64) float64 {
	weight := s.states[n].weight
	if weight == 0 {
		weight = defaultWeight
	}
	ratio := quantities.MaxRatio(s.alloc.Row(int(n)), divisors)
	if weight == defaultWeight {
		return ratio // spares the division that all others wait for
	}
	return ratio / weight
}

func (s *Sorter) lookUpWeight(n node) float64 {
	if w, ok := s.weights[s.tags[n].path]; ok {
		return w
	}
	return defaultWeight
}

// queueUnresolved notes that the next iteration may have to look up n's weight.
func (s *Sorter) queueUnresolved(n node) {
	if s.states[n].weight == 0 && !s.tags[n].queued {
		s.tags[n].queued = true
		s.unresolved = append(s.unresolved, n)
	}
}

// resolve looks up the weights that an iteration of Mesos would: those of
// active leaves and inner nodes, under Random only of inner nodes that lead to
// an active leaf; of all leaves if Options say so. From then on the weight belongs to the node. When that
// happens decides whether a later SetWeight is seen, see there.
func (s *Sorter) resolve() {
	kept := s.unresolved[:0]
	for _, n := range s.unresolved {
		s.tags[n].queued = false
		if s.states[n].weight != 0 {
			continue
		}
		if s.isActive(n) || s.tags[n].kind == inner && s.rule == drfRule {
			s.states[n].weight = s.lookUpWeight(n)
			s.reorder(n)
		} else if s.weighs && s.tags[n].kind != unused {
			s.states[n].weight = s.lookUpWeight(n)
		} else if s.tags[n].kind == inner {
			s.tags[n].queued = true
			kept = append(kept, n)
		}
	}
	s.unresolved = kept
}

// isFresh reports whether the brackets' shares are those of the totals.
func (s *Sorter) isFresh() bool { return s.fresh == s.totals.version }

// settle brings everything up to date that was put off until an iteration.
func (s *Sorter) settle() {
	if len(s.unresolved) > 0 {
		s.resolve()
	}
	if s.rule == drfRule && (s.resort || !s.isFresh()) {
		s.refresh()
		s.epoch++
	}
}

// refresh computes every share again.
func (s *Sorter) refresh() {
	divisors := s.totals.updateDivisors()
	for i := range s.groups {
		g := &s.groups[i]
		if g.owner == noNode {
			continue
		}
		children := g.bracket.children()
		for j := range children {
			e := &children[j]
			e.setShare(s.share(e.node, divisors))
			e.picks = s.states[e.node].picks
		}
		if s.resort {
			s.sort(g)
		}
		g.bracket.settle()
	}
	s.fresh = s.totals.version
}

// reorder moves n, whose allocation, picks or weight changed, to its place
// among its siblings. While the shares are not fresh there is no hurry: refresh
// will do it.
func (s *Sorter) reorder(n node) {
	if s.states[n].pos == noPos || !s.isFresh() {
		return
	}
	st := &s.states[n]
	b := s.siblings(n).bracket
	b.replay(int(st.pos), entry{
		share: math.Float64bits(s.share(n, s.totals.updateDivisors())),
		picks: st.picks,
		label: b[st.pos].label,
		node:  n,
	})
}

// place puts the active child n of g into the bracket.
func (s *Sorter) place(g *group, n node) {
	if s.rule == drfRule {
		s.push(g, n, s.share(n, s.totals.updateDivisors()))
	}
}

// displace takes the child n of g out of the bracket.
func (s *Sorter) displace(g *group, n node) {
	if s.rule == drfRule {
		s.pull(g, n)
	}
}

// enter makes n, which has become active, count for its parent, and that one
// for its own if it has become active by it, and so on.
func (s *Sorter) enter(n node) {
	for ; n != root; n = s.states[n].parent {
		g := s.siblings(n)
		s.place(g, n)
		g.active++
		if g.active > 1 {
			return
		}
	}
}

// leave undoes enter, for an n that is about to be no longer active.
func (s *Sorter) leave(n node) {
	for ; n != root; n = s.states[n].parent {
		g := s.siblings(n)
		s.displace(g, n)
		g.active--
		if g.active > 0 {
			return
		}
	}
}
