package comparison

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/similar"
	"github.com/apportion/apportion/sim/scenario"
)

// A Figure is one figure in all variants.
type Figure struct {
	Name string
	Of   []InVariant // by variant
}

// InVariant is a figure in one variant, and its difference from the baseline.
type InVariant struct {
	Values []float64 // by seed; NaN where a run has none
	Mean   float64
	// Difference is the mean of the differences from the baseline, seed by seed, and
	// HalfWidth that of its 95 % confidence interval (Student's, of pairs): NaN if
	// there are fewer than two.
	Difference, HalfWidth float64
	// Against are the seeds where the difference went the other way than the mean.
	Against []int64
}

// compare takes one figure of all runs.
func (r *Result) compare(name string, all outcomes) Figure {
	f := Figure{Name: name, Of: make([]InVariant, len(r.Variants))}
	found := false
	for i := range r.Variants {
		for k := range r.Seeds {
			v, ok := all[i][k][name]
			if !ok {
				v, ok = all[i][k][strings.TrimSuffix(name, " of "+scenario.AllRoles)]
			}
			if !ok {
				v = math.NaN()
			}
			found = found || ok
			f.Of[i].Values = append(f.Of[i].Values, v)
		}
	}
	if !found {
		hint := "; of roles and resources it is written as \"share of web\""
		known := slices.Sorted(maps.Keys(all[r.Baseline][0]))
		if len(similar.Names(name, known)) > 0 {
			hint = similar.Hint(name, known)
		}
		must.Fail("no run has the figure %q%s", name, hint)
	}
	base := f.Of[r.Baseline].Values
	for i := range f.Of {
		f.Of[i].summarise(base, r.Seeds)
	}
	return f
}
