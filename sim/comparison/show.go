package comparison

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
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
	text := fmt.Sprintf("Differences are from %s, seed by seed, over %s with the same tasks", r.Variants[r.Baseline], report.Counted(len(r.Seeds), "seed"))
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
	if s, ok := r.bySeed(); ok {
		p.Sections = append(p.Sections, s)
	}
	var sections []report.Section // by the charts' titles: not each variant has all
	for i, run := range r.first {
		for _, c := range run.Charts() {
			at := slices.IndexFunc(sections, func(s report.Section) bool { return s.Title == c.Title })
			if at < 0 {
				at = len(sections)
				sections = append(sections, report.Section{Title: c.Title, Note: c.Caption})
			}
			c.Title, c.Caption = r.Variants[i].String(), fmt.Sprintf("Seed %d.", r.Seeds[0])
			sections[at].Charts = append(sections[at].Charts, c)
		}
	}
	for i := range sections {
		alignY(sections[i].Charts)
	}
	p.Sections = append(p.Sections, sections...)
	return p
}

// mostBySeed bounds the figures that have a chart of their values by seed.
const mostBySeed = 6

// bySeed are charts of the figures that differ for certain, as they are with each seed in
// each variant. False: there is none, or one seed only.
func (r *Result) bySeed() (report.Section, bool) {
	s := report.Section{Title: "Seed by seed", Note: "The first figures that differ for certain."}
	var x report.Values
	if slices.IsSortedFunc(r.Seeds, func(a, b int64) int { return cmp.Or(cmp.Compare(a, b), -1) }) {
		for _, seed := range r.Seeds {
			x = append(x, float64(seed))
		}
	}
	for i := range r.Figures {
		f := &r.Figures[i]
		if len(r.Seeds) < 2 || len(s.Charts) == mostBySeed || !slices.ContainsFunc(f.Of, func(v InVariant) bool { return v.Difference != 0 && v.Certain() }) {
			continue
		}
		c := report.Chart{Title: f.Name, X: report.Axis{Label: "seed"}, Y: report.Axis{Label: f.Name}}
		var all []float64
		for k := range f.Of {
			c.Series = append(c.Series, report.Series{Name: r.Variants[k].String(), X: x, Y: f.Of[k].Values})
			all = append(all, f.Of[k].Values...)
		}
		all = slices.DeleteFunc(all, math.IsNaN)
		if least, most := slices.Min(all), slices.Max(all); least > most/2 {
			c.Y.Min = least // they would lie on each other if it began at 0
		}
		s.Charts = append(s.Charts, c)
	}
	return s, len(s.Charts) > 0
}

// alignY lets charts begin and end at the same heights, so that they can be compared.
func alignY(charts []report.Chart) {
	lowest, highest := 0.0, 0.0
	for i := range charts {
		_, top := charts[i].RangeY()
		highest = max(highest, top)
		lowest = min(lowest, charts[i].Y.Min)
		if i == 0 {
			lowest = charts[i].Y.Min
		}
	}
	for i := range charts {
		charts[i].Y.Min, charts[i].Y.Max = lowest, highest
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
