package sorter

import (
	"math"

	"github.com/apportion/apportion/quantities"
)

// Share returns the weighted dominant share of c, by which DRF orders it among its
// siblings, from the totals as they are now: the largest part that it has of any
// resource, divided by its weight (DRFSorter::calculateShare).
func (s *Sorter) Share(c Client) float64 {
	var space [8]float64 // enough for the names of most clusters
	n := s.leaf(c)
	return s.ratio(n, s.totals.readDivisors(space[:0])) / s.readWeight(n)
}

// share is what n is ordered by, also while its weight is not looked up.
func (s *Sorter) share(n node, divisors []float64) float64 {
	weight := s.states[n].weight
	if weight == 0 {
		weight = defaultWeight
	}
	ratio := s.ratio(n, divisors)
	if weight == defaultWeight {
		return ratio // spares the division that all others wait for
	}
	return ratio / weight
}

// ratio is the largest part that n has of any resource.
func (s *Sorter) ratio(n node, divisors []float64) float64 {
	ratio := quantities.MaxRatio(s.alloc.Near(int(n)), divisors)
	if s.alloc.HasFar(int(n)) {
		ratio = s.totals.maxFarRatio(s.alloc.Row(int(n)), ratio)
	}
	return ratio
}

// entryOf returns how n is ordered among its siblings now.
func (s *Sorter) entryOf(n node) entry {
	if s.levels != nil {
		if !s.sharesAreCurrent() {
			return entry{label: s.tags[n].label, node: n} // its key will be computed with all others
		}
		s.levels.keys.refresh()
		return s.levels.keys.entry(n, s.siblingRule(n))
	}
	return entry{
		share: math.Float64bits(s.share(n, s.totals.updateDivisors())),
		picks: s.states[n].picks,
		label: s.tags[n].label,
		node:  n,
	}
}

// reorder moves n, whose allocation, picks or weight changed, to its place
// among its siblings. While the shares are not current there is no hurry:
// updateShares will do it.
func (s *Sorter) reorder(n node) {
	if s.sharesAreCurrent() {
		s.reorderCurrent(n)
	}
}

// reorderCurrent is reorder while the shares are current.
func (s *Sorter) reorderCurrent(n node) {
	if s.levels != nil {
		s.reorderByLevel(n)
		return
	}
	st := &s.states[n]
	if st.place == noPlace {
		return
	}
	matches := s.siblings(n).tournament
	matches.replay(int(st.place), entry{
		share: math.Float64bits(s.share(n, s.totals.updateDivisors())),
		picks: st.picks,
		label: matches[st.place].label,
		node:  n,
	})
}
