package rows

import "github.com/apportion/apportion/quantities"

// MaxRatio returns the largest alloc[i].Float() / totals[i] over dense names, or 0 if none is
// above 0: a dominant share before its weight (Mesos's DRFSorter::calculateShare). It skips
// totals that are not above 0 and names beyond the end of either slice.
func MaxRatio(alloc []quantities.Amount, totals []float64) float64 {
	ratio := 0.0
	for i, a := range alloc[:min(len(alloc), len(totals))] {
		// A zero or negative amount cannot beat the zero that we start from.
		if a <= 0 || !(totals[i] > 0) {
			continue
		}
		if r := a.Float() / totals[i]; r > ratio {
			ratio = r
		}
	}
	return ratio
}
