package comparison

import (
	"encoding/json"
	"math"
)

// MarshalJSON returns every figure of every run.
func (r *Result) MarshalJSON() ([]byte, error) {
	type inVariant struct {
		Variant    string     `json:"variant"`
		Values     []*float64 `json:"values"`
		Mean       *float64   `json:"mean"`
		Difference *float64   `json:"difference"`
		HalfWidth  *float64   `json:"half_width"`
		Against    []int64    `json:"against"`
	}
	type figure struct {
		Figure   string      `json:"figure"`
		Variants []inVariant `json:"variants"`
	}
	document := struct {
		Scenario string   `json:"scenario"`
		Baseline string   `json:"baseline"`
		Seeds    []int64  `json:"seeds"`
		Figures  []figure `json:"figures"`
	}{r.Name, r.Variants[r.Baseline].String(), r.Seeds, nil}
	for i := range r.Figures {
		f := figure{Figure: r.Figures[i].Name}
		for k, v := range r.Figures[i].Of {
			x := inVariant{r.Variants[k].String(), nil, finite(v.Mean), finite(v.Difference), finite(v.HalfWidth), v.Against}
			for _, value := range v.Values {
				x.Values = append(x.Values, finite(value))
			}
			f.Variants = append(f.Variants, x)
		}
		document.Figures = append(document.Figures, f)
	}
	return json.Marshal(document)
}

// finite is nil for what JSON has no number for.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
