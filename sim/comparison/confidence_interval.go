package comparison

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Certain reports whether the confidence interval leaves out that there is no
// difference.
func (v *InVariant) Certain() bool {
	return v.HalfWidth < math.Abs(v.Difference)
}

// confidence is that of the intervals.
const confidence = 0.95

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
