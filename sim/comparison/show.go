package comparison

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/apportion/apportion/report"
)

// Table has a line for each figure in each variant.
func (r *Result) Table() report.Table {
	t := report.Table{Header: []string{"figure", "variant", "mean", "difference", "certain", "the other way"}}
	for i := range r.Figures {
		f := &r.Figures[i]
		for k := range f.Of {
			v := &f.Of[k]
			name, difference, certain := "", v.interval(), ""
			if k == 0 {
				name = f.Name
			}
			switch {
			case k == r.Baseline:
				difference = "baseline"
			case v.Certain():
				certain = "yes"
			}
			t.Rows = append(t.Rows, []string{name, r.Variants[k].String(), strings.TrimPrefix(signed(v.Mean), "+"), difference, certain, against(v, len(r.Seeds))})
		}
	}
	return t
}

// against lists the seeds that went the other way, a few by number.
func against(v *InVariant, seeds int) string {
	if len(v.Against) == 0 {
		return ""
	}
	const few = 5
	list := make([]string, 0, few)
	for _, seed := range v.Against[:min(few, len(v.Against))] {
		list = append(list, fmt.Sprint(seed))
	}
	text := strings.Join(list, ", ")
	if len(v.Against) > few {
		text += ", ..."
	}
	return fmt.Sprintf("%d of %d: seed %s", len(v.Against), seeds, text)
}

// about says how to read the table.
func (r *Result) about() string {
	text := fmt.Sprintf("Differences are from %s, seed by seed, over %d seeds with the same tasks", r.Variants[r.Baseline], len(r.Seeds))
	if len(r.Seeds) > 1 {
		return text + ", with 95 % confidence intervals. \"The other way\" is how many seeds went against the mean."
	}
	return text + ". With one seed nothing can be said of how certain they are."
}

// WriteText writes the comparison for people.
func (r *Result) WriteText(w io.Writer) error {
	t := r.Table()
	fmt.Fprintf(w, "%s\n%s\n\n", cmp.Or(r.Title, r.Name), r.about())
	return t.WriteText(w)
}

// Page has the table, and each variant's plots of the first seed side by side.
func (r *Result) Page() *report.Page {
	p := &report.Page{Title: cmp.Or(r.Title, r.Name) + ": compared", Note: r.about(), Sections: []report.Section{{Table: r.Table()}}}
	all := make([][]report.Chart, len(r.first))
	for i, run := range r.first {
		all[i] = run.Charts()
	}
	for k := range all[0] {
		s := report.Section{Title: all[0][k].Title, Note: all[0][k].Caption}
		for i := range all {
			if k < len(all[i]) {
				c := all[i][k]
				c.Title, c.Caption = r.Variants[i].String(), fmt.Sprintf("Seed %d.", r.Seeds[0])
				s.Charts = append(s.Charts, c)
			}
		}
		alignY(s.Charts)
		p.Sections = append(p.Sections, s)
	}
	return p
}

// alignY lets charts end at the same height, so that they can be compared.
func alignY(charts []report.Chart) {
	highest := 0.0
	for i := range charts {
		for _, s := range charts[i].Series {
			for _, y := range s.Y {
				if !math.IsNaN(y) {
					highest = max(highest, y)
				}
			}
		}
	}
	for i := range charts {
		if charts[i].Y.Max == 0 && highest > 0 {
			charts[i].Y.Max = highest * 1.05
		}
	}
}

// WriteJSON writes every figure of every run.
func (r *Result) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// Different reports whether any figure differs from the baseline's in the mean.
func (r *Result) Different() bool {
	for i := range r.Figures {
		for _, v := range r.Figures[i].Of {
			if v.Difference != 0 && !math.IsNaN(v.Difference) {
				return true
			}
		}
	}
	return false
}

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
