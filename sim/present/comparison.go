package present

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/apportion/apportion/report"
	"github.com/apportion/apportion/sim/comparison"
)

// comparisonTable has a line for each figure in each variant.
func comparisonTable(r *comparison.Result) report.Table {
	t := report.Table{Header: []string{"figure", "variant", "mean", "difference", "certain", "the other way"}}
	for i := range r.Figures {
		f := &r.Figures[i]
		for k := range f.Of {
			v := &f.Of[k]
			name, difference, certain := "", interval(v), ""
			if k == 0 {
				name = f.Name
			}
			switch {
			case k == r.Baseline:
				difference = "baseline"
			case v.Certain() && !isNothing(v.Difference):
				certain = "yes"
			}
			t.Rows = append(t.Rows, []string{name, r.Variants[k].String(), strings.TrimPrefix(signed(v.Mean), "+"), difference, certain, against(v, len(r.Seeds))})
		}
	}
	return t
}

// against lists the seeds that went the other way, a few by number.
func against(v *comparison.InVariant, seeds int) string {
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
func about(r *comparison.Result) string {
	text := fmt.Sprintf("Differences are from %s, seed by seed, over %s with the same tasks", r.Variants[r.Baseline], report.Counted(len(r.Seeds), "seed"))
	if len(r.Seeds) > 1 {
		return text + ", with 95 % confidence intervals. \"The other way\" is how many seeds went against the mean."
	}
	return text + ". With one seed nothing can be said of how certain they are."
}

// WriteComparison writes a comparison for people.
func WriteComparison(w io.Writer, r *comparison.Result) error {
	t := comparisonTable(r)
	fmt.Fprintf(w, "%s\n%s\n\n", cmp.Or(r.Title, r.Name), about(r))
	return t.WriteText(w)
}

// ComparisonPage has the table, and each variant's plots of the first seed side by side.
func ComparisonPage(r *comparison.Result) *report.Page {
	p := &report.Page{Title: cmp.Or(r.Title, r.Name) + ": compared", Note: about(r), Sections: []report.Section{{Table: comparisonTable(r)}}}
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
// each variant. False: there is results.None, or one seed only.
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
		if len(r.Seeds) < 2 || len(s.Charts) == mostBySeed || !slices.ContainsFunc(f.Of, func(v comparison.InVariant) bool { return v.Difference != 0 && v.Certain() }) {
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
