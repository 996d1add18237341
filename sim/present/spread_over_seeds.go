package present

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/results"
)

// spread is the section of a page that says how far figures differ between seeds. False:
// there are no other runs.
func spread(r *results.Run, others []*results.Run) (report.Section, bool) {
	s := report.Section{
		Title: fmt.Sprintf("Over %d seeds", 1+len(others)), Note: fmt.Sprintf("All charts but two are of seed %d.", r.Seed),
		Table: report.Table{Header: []string{"figure", fmt.Sprintf("seed %d", r.Seed), "least", "median", "mean", "most"}},
	}
	if len(others) == 0 {
		return s, false
	}
	runs := append([]*results.Run{r}, others...)
	list := results.Telling(runs...)
	for _, i := range listed(r) {
		list = append(list, results.Query{Figure: "share", Of: r.Roles[i].Name}, results.Query{Figure: "wait_p95", Of: r.Roles[i].Name})
	}
	for _, q := range list {
		var values []float64
		for _, run := range runs {
			if v := results.Value(run, q.Figure, q.Of); !math.IsNaN(v) {
				values = append(values, v)
			}
		}
		if len(values) == 0 {
			continue
		}
		slices.Sort(values)
		s.Table.Rows = append(s.Table.Rows, []string{
			q.String(), number(results.Value(r, q.Figure, q.Of)), number(values[0]), number(report.Quantile(values, 0.5)), number(stat.Mean(values, nil)), number(values[len(values)-1]),
		})
	}
	return s, true
}
