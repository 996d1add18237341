package sim

import (
	"math"
	"slices"

	"github.com/apportion/apportion/report"
)

// lendingFigures are those of a run as a whole in which roles lend.
var lendingFigures = []string{"lent", "overdue", "recalls", "recalled", "work_lost", "guarantee_wait_p50", "guarantee_wait_most"}

// LendingFigures are the figures that tell most of a run in which roles lend.
func LendingFigures() []string { return slices.Clone(lendingFigures) }

// lendingColumns are the figures that the table of who lends and borrows has.
var lendingColumns = []string{"lent", "borrowed", "overdue", "recalls", "recalled", "work_lost", "guarantee_wait_p50", "guarantee_wait_most"}

// Lends reports whether some role lent, or might have.
func (r *Run) Lends() bool { return r.lends }

// lendingFacts say what came of lending, if some role lends.
func (r *Run) lendingFacts() []report.Fact {
	if !r.lends {
		return nil
	}
	figure := func(name string) string { return number(r.value(name, "")) }
	percent := func(name string) string { return number(100*r.value(name, "")) + " %" }
	return []report.Fact{
		{Name: "lent", Value: percent("lent") + " of the cluster in the mean, " + percent("overdue") + " overdue"},
		{Name: "recalls", Value: figure("recalls") + " by role and cycle; " + figure("recalled") + " tasks ended for them, " + percent("work_lost") + " of the work"},
		{Name: "guarantees met", Value: "p50 " + duration(r.value("guarantee_wait_p50", "")) + ", at most " + duration(r.value("guarantee_wait_most", "")) + " after being asked for"},
	}
}

// LendingTable has a line for each role that is listed and has lent, borrowed, or waited for its
// guarantee: none if no role lends.
func (r *Run) LendingTable() report.Table {
	t := report.Table{Header: append([]string{"role"}, lendingColumns...)}
	for _, i := range r.listed() {
		name := r.roles[i].name
		if r.lends && (r.value("lent", name) > 0 || r.value("borrowed", name) > 0 || !math.IsNaN(r.value("guarantee_wait_most", name))) {
			t.Rows = append(t.Rows, r.row(i, lendingColumns))
		}
	}
	return t
}

// lentChart is what each role lends, beside what it holds itself.
func (r *Run) lentChart() report.Chart {
	c := r.chart("What is lent", "What each role lends of what is kept back for it, its share where several do, as part of the cluster. Dashed is what the role holds itself.", "part of the cluster", "%")
	ever := func(i int, of func(*point) float64) bool {
		return slices.ContainsFunc(r.record.points[i], func(p point) bool { return of(&p) > 0 })
	}
	lent := func(p *point) float64 { return 100 * float64(p.lent) }
	overdue := func(p *point) float64 { return 100 * float64(p.overdue) }
	for _, i := range r.shown() {
		if !ever(i, lent) {
			continue
		}
		name := "lent by " + r.roles[i].name
		held := r.seriesOf(i, r.roles[i].name+" holds", func(p *point) float64 { return 100 * float64(p.held) })
		held.Of = name
		c.Series = append(c.Series, r.seriesOf(i, name, lent), held)
		if ever(i, overdue) {
			c.Series = append(c.Series, r.seriesOf(i, "overdue for "+r.roles[i].name, overdue))
		}
	}
	if len(c.Series) == 0 {
		c.Series = []report.Series{{Name: "nothing", X: report.Values{0, r.Length.Seconds()}, Y: report.Values{0, 0}}}
	}
	return c
}
