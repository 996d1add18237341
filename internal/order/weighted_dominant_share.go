package order

import "github.com/apportion/apportion/internal/rows"

// Share returns the weighted dominant share of c, by which DRF orders it among its siblings: the
// largest part that c has of any resource, divided by its weight (DRFSorter::calculateShare). It
// uses the totals as they are now.
func (s *Sorter) Share(c Client) float64 {
	var space [8]float64 // enough for the names of most clusters
	n := s.leaf(c)
	by := s.totals.readDivisors(space[:0])
	return s.ratio(n, &by) / s.readWeight(n)
}

// share is what n is ordered by, also while its weight is not looked up.
func (s *Sorter) share(n node, by *divisors) float64 {
	weight := s.states[n].weight
	if weight == 0 {
		weight = defaultWeight
	}
	ratio := s.ratio(n, by)
	if weight == defaultWeight {
		return ratio // spares the division that all others wait for
	}
	return ratio / weight
}

// ratio is the largest part that n has of any resource, as it counts.
func (s *Sorter) ratio(n node, by *divisors) float64 {
	ratio := rows.MaxRatio(s.alloc.Dense(int(n)), by.dense)
	if s.alloc.HasSparse(int(n)) {
		ratio = s.totals.maxSparseRatio(s.alloc.Row(int(n)), ratio)
	}
	if len(by.unions) > 0 {
		ratio = by.maxUnionRatio(s.alloc.Row(int(n)), ratio)
	}
	return ratio
}
