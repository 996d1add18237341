package present

import (
	"fmt"
	"math"
	"slices"

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
	note := func(name, of string) {
		var values []float64
		for _, run := range append([]*results.Run{r}, others...) {
			if v := results.Value(run, name, of); !math.IsNaN(v) {
				values = append(values, v)
			}
		}
		if len(values) == 0 {
			return
		}
		sum := 0.0
		for _, v := range values {
			sum += v
		}
		slices.Sort(values)
		title := name
		if of != "" {
			title += " of " + of
		}
		s.Table.Rows = append(s.Table.Rows, []string{
			title, number(results.Value(r, name, of)), number(values[0]), number(report.Quantile(values, 0.5)), number(sum / float64(len(values))), number(values[len(values)-1]),
		})
	}
	for _, name := range []string{"distance", "distance_worst", "jain", "starvation", "wait_p50", "wait_p95", "wait_p99", "slowdown_p95", "finished", "lost", "declines", "fragmentation"} {
		note(name, "")
	}
	if r.Lends {
		for _, name := range results.LendingFigures() {
			note(name, "")
		}
	}
	for _, name := range r.Resources {
		note("utilisation", name)
	}
	for _, i := range listed(r) {
		note("share", r.Roles[i].Name)
		note("wait_p95", r.Roles[i].Name)
	}
	return s, true
}
