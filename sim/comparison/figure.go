package comparison

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
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

// Certain reports whether the confidence interval leaves out that there is no
// difference.
func (v *InVariant) Certain() bool {
	return v.HalfWidth < math.Abs(v.Difference)
}

// confidence is that of the intervals.
const confidence = 0.95

// compare takes one figure of all runs.
func (r *Result) compare(name string, all outcomes) (Figure, error) {
	f := Figure{Name: name, Of: make([]InVariant, len(r.Variants))}
	found := false
	for i := range r.Variants {
		for k := range r.Seeds {
			v, ok := all[i][k][name]
			if !ok {
				v = math.NaN()
			}
			found = found || ok
			f.Of[i].Values = append(f.Of[i].Values, v)
		}
	}
	if !found {
		return f, fmt.Errorf("no run has the figure %q; of roles and resources it is written as \"share of web\"", name)
	}
	base := f.Of[r.Baseline].Values
	for i := range f.Of {
		f.Of[i].summarise(base, r.Seeds)
	}
	return f, nil
}

func (v *InVariant) summarise(base []float64, seeds []int64) {
	var values, differences []float64
	var paired []int64
	for k, x := range v.Values {
		if !math.IsNaN(x) {
			values = append(values, x)
			if !math.IsNaN(base[k]) {
				differences = append(differences, x-base[k])
				paired = append(paired, seeds[k])
			}
		}
	}
	v.Mean, v.Difference, v.HalfWidth = math.NaN(), math.NaN(), math.NaN()
	if len(values) > 0 {
		v.Mean = stat.Mean(values, nil)
	}
	n := len(differences)
	if n == 0 {
		return
	}
	v.Difference = stat.Mean(differences, nil)
	if n > 1 {
		student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}
		v.HalfWidth = student.Quantile(0.5+confidence/2) * stat.StdDev(differences, nil) / math.Sqrt(float64(n))
	}
	for k, d := range differences {
		if d*v.Difference < 0 {
			v.Against = append(v.Against, paired[k])
		}
	}
}

// interval writes the difference with its confidence interval.
func (v *InVariant) interval() string {
	switch {
	case math.IsNaN(v.Difference):
		return "-"
	case math.IsNaN(v.HalfWidth):
		return signed(v.Difference)
	}
	return fmt.Sprintf("%s ± %s", signed(v.Difference), strings.TrimPrefix(signed(v.HalfWidth), "+"))
}

// signed writes a number with its sign and the digits that matter.
func signed(v float64) string {
	switch size := math.Abs(v); {
	case v == 0:
		return "0"
	case size >= 100:
		return fmt.Sprintf("%+.0f", v)
	case size >= 1:
		return fmt.Sprintf("%+.2f", v)
	}
	return fmt.Sprintf("%+.4f", v)
}
