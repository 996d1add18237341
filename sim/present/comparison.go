package present

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/comparison"
	"github.com/apportion/apportion/sim/scenario"
)

// mostColumns bounds the variants of one table beside the baseline.
const mostColumns = 4

// comparisonTables have a line for each figure, those that differ for certain first, and a column for
// each variant; of many variants there are more tables, each with the baseline.
func comparisonTables(r *comparison.Result) (tables []report.Table) {
	var others []int
	for k := range r.Variants {
		if k != r.Baseline {
			others = append(others, k)
		}
	}
	names, figures := labels(r.Variants), mostDifferentFirst(r)
	for columns := range slices.Chunk(others, mostColumns) {
		t := report.Table{Header: []string{"figure", names[r.Baseline]}}
		for _, k := range columns {
			t.Header = append(t.Header, names[k])
		}
		for _, f := range figures {
			row := []string{f.Name, mean(&f.Of[r.Baseline])}
			for _, k := range columns {
				row = append(row, inVariant(&f.Of[k]))
			}
			t.Rows = append(t.Rows, row)
		}
		tables = append(tables, t)
	}
	return tables
}

// labels name variants by the values that differ between them.
func labels(variants []comparison.Variant) (list []string) {
	for _, v := range variants {
		v.Overrides = slices.DeleteFunc(slices.Clone(v.Overrides), func(o scenario.Override) bool {
			return !slices.ContainsFunc(variants, func(w comparison.Variant) bool { return !slices.Contains(w.Overrides, o) })
		})
		list = append(list, v.String())
	}
	return list
}

// mostDifferentFirst are the figures: those that differ for certain in a variant, those that differ,
// and those that do not.
func mostDifferentFirst(r *comparison.Result) []*comparison.Figure {
	var list []*comparison.Figure
	for i := range r.Figures {
		list = append(list, &r.Figures[i])
	}
	rank := func(f *comparison.Figure) int {
		switch {
		case slices.ContainsFunc(f.Of, func(v comparison.InVariant) bool { return isCertain(&v) }):
			return 0
		case slices.ContainsFunc(f.Of, func(v comparison.InVariant) bool { return math.Abs(v.Difference) > 0 && !isNothing(v.Difference) }):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(list, func(a, b *comparison.Figure) int { return cmp.Compare(rank(a), rank(b)) })
	return list
}

// isCertain reports whether a figure differs for certain, and so that it is seen.
func isCertain(v *comparison.InVariant) bool { return v.Certain() && !isNothing(v.Difference) }

func mean(v *comparison.InVariant) string { return strings.TrimPrefix(signed(v.Mean), "+") }

// inVariant is a figure's mean, how it differs, with a star if that is certain, and how many seeds
// went the other way.
func inVariant(v *comparison.InVariant) string {
	if math.IsNaN(v.Difference) {
		return mean(v)
	}
	if v.Difference == 0 && (v.HalfWidth == 0 || math.IsNaN(v.HalfWidth)) {
		return mean(v) + " (the same)"
	}
	text := interval(v)
	if isCertain(v) {
		text += " *"
	}
	if n := len(v.Against); n > 0 {
		text += fmt.Sprintf(", %d against", n)
	}
	return fmt.Sprintf("%s (%s)", mean(v), text)
}

// about says how to read the tables.
func about(r *comparison.Result) string {
	baseline := r.Variants[r.Baseline]
	if len(r.Seeds) == 1 {
		return fmt.Sprintf("One seed. In brackets: the difference from %s, with the same tasks; of one seed nobody can say how certain it is.", baseline)
	}
	text := fmt.Sprintf("Means of %s. In brackets: the difference from %s, seed by seed with the same tasks, with its 95 %% confidence interval; * if that leaves out zero", report.Counted(len(r.Seeds), "seed"), baseline)
	if slices.ContainsFunc(r.Figures, func(f comparison.Figure) bool {
		return slices.ContainsFunc(f.Of, func(v comparison.InVariant) bool { return len(v.Against) > 0 })
	}) {
		text += `; "against": how many seeds went the other way`
	}
	return text + "."
}

// unitsIn are the units of all figures that are compared.
func unitsIn(r *comparison.Result) string {
	var figures []string
	for i := range r.Figures {
		figures = append(figures, r.Figures[i].Name)
	}
	return unitsOf(figures)
}

// WriteComparison writes a comparison for people.
func WriteComparison(w io.Writer, r *comparison.Result) error {
	return must.Catch(func() {
		fmt.Fprintf(w, "%s\n%s\n", cmp.Or(r.Title, r.Name), about(r))
		for _, t := range comparisonTables(r) {
			fmt.Fprintln(w)
			must.Do(t.WriteText(w))
		}
		fmt.Fprintf(w, "(%s)\n", unitsIn(r))
	})
}

// ComparisonPage has the tables, and each variant's plots of the first seed side by side.
func ComparisonPage(r *comparison.Result) *report.Page {
	p := &report.Page{Title: cmp.Or(r.Title, r.Name) + ": compared", Note: about(r)}
	for _, t := range comparisonTables(r) {
		p.Sections = append(p.Sections, report.Section{Table: t})
	}
	if s, ok := bySeed(r); ok {
		p.Sections = append(p.Sections, s)
	}
	var sections []report.Section // by the charts' titles: not each variant has all
	for i, run := range r.First {
		for _, c := range Charts(run) {
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
func bySeed(r *comparison.Result) (report.Section, bool) {
	s := report.Section{Title: "Seed by seed", Note: "The first figures that differ for certain."}
	var x report.Values
	if slices.IsSortedFunc(r.Seeds, func(a, b int64) int { return cmp.Or(cmp.Compare(a, b), -1) }) {
		for _, seed := range r.Seeds {
			x = append(x, float64(seed))
		}
	}
	for i := range r.Figures {
		f := &r.Figures[i]
		if len(r.Seeds) < 2 || len(s.Charts) == mostBySeed || !slices.ContainsFunc(f.Of, func(v comparison.InVariant) bool { return isCertain(&v) }) {
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

// interval writes the difference with its confidence interval.
func interval(v *comparison.InVariant) string {
	switch {
	case math.IsNaN(v.Difference):
		return "-"
	case math.IsNaN(v.HalfWidth):
		return signed(v.Difference)
	}
	return fmt.Sprintf("%s ± %s", signed(v.Difference), strings.TrimPrefix(signed(v.HalfWidth), "+"))
}

// isNothing reports whether a difference is written as 0.
func isNothing(v float64) bool { return math.Abs(v) < 0.00005 }

// signed writes a number with its sign and the digits that matter.
func signed(v float64) string {
	switch size := math.Abs(v); {
	case math.IsNaN(v):
		return "-"
	case isNothing(v):
		return "0"
	case size >= 100:
		return fmt.Sprintf("%+.0f", v)
	case size >= 1:
		return fmt.Sprintf("%+.2f", v)
	}
	return fmt.Sprintf("%+.4f", v)
}
