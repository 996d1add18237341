package sim

import (
	"fmt"
	"math"
	"slices"

	"github.com/apportion/apportion/report"
)

// spread is the section of a page that says how far figures differ between seeds. False:
// there are no other runs.
func (r *Run) spread(others []*Run) (report.Section, bool) {
	s := report.Section{
		Title: fmt.Sprintf("Over %d seeds", 1+len(others)), Note: fmt.Sprintf("All charts but two are of seed %d.", r.Seed),
		Table: report.Table{Header: []string{"figure", fmt.Sprintf("seed %d", r.Seed), "least", "median", "mean", "most"}},
	}
	if len(others) == 0 {
		return s, false
	}
	note := func(name, of string) {
		var values []float64
		for _, run := range append([]*Run{r}, others...) {
			if v := run.value(name, of); !math.IsNaN(v) {
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
			title, number(r.value(name, of)), number(values[0]), number(report.Quantile(values, 0.5)), number(sum / float64(len(values))), number(values[len(values)-1]),
		})
	}
	for _, name := range []string{"distance", "distance_worst", "jain", "starvation", "wait_p50", "wait_p95", "wait_p99", "slowdown_p95", "finished", "lost", "declines", "fragmentation"} {
		note(name, "")
	}
	if r.lends {
		for _, name := range lendingFigures {
			note(name, "")
		}
	}
	for _, name := range r.resources {
		note("utilisation", name)
	}
	for _, i := range r.listed() {
		note("share", r.roles[i].name)
		note("wait_p95", r.roles[i].name)
	}
	return s, true
}

// besides adds to a chart of one line those of other runs.
func (r *Run) besides(others []*Run, c *report.Chart, of func(*Run) []float32, factor float64) {
	if len(others) == 0 {
		return
	}
	c.Series[0].Name = fmt.Sprintf("seed %d", r.Seed)
	for _, run := range others {
		s := run.line(fmt.Sprintf("seed %d", run.Seed), of(run), factor)
		s.Group = "other seeds"
		c.Series = append(c.Series, s)
	}
}
