package order

import "github.com/apportion/apportion/quantities"

// The host may leave resources out of all shares: FairnessExclude of core's options, Mesos's
// fair_sharing_excluded_resource_names. The totals know their names; of dense ones the divisor
// is 0, sparse ones are passed over here and in usage.go.

// isExcluded reports whether a name is left out of all shares.
func (t *Totals) isExcluded(n quantities.Name) bool {
	if len(t.excluded) == 0 {
		return false
	}
	_, skip := t.excluded[t.names.String(n)]
	return skip
}

// appendDivisors appends what updateDivisors returns.
func (t *Totals) appendDivisors(dst []float64) []float64 {
	for i, sum := range t.sums.Dense() {
		divisor := 0.0
		if !t.isExcluded(quantities.Name(i)) {
			divisor = sum.Float()
		}
		dst = append(dst, divisor)
	}
	return dst
}

// maxSparseRatio is rows.MaxRatio for the sparse names of an allocation, or least
// if that is more.
func (t *Totals) maxSparseRatio(alloc quantities.Row, least float64) float64 {
	for n, a := range alloc.Sparse() {
		if a <= 0 || t.isExcluded(n) {
			continue
		}
		if sum := t.sums.At(n); sum > 0 {
			least = max(least, a.Float()/sum.Float())
		}
	}
	return least
}
