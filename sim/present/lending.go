package present

import (
	"math"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/results"
)

// lendingColumns are the figures that the table of who lends and borrows has.
var lendingColumns = []string{"lent", "borrowed", "overdue", "recalls", "recalled", "work_lost", "guarantee_wait_p50", "guarantee_wait_most"}

// lendingFacts say what came of lending, if some role lends.
func lendingFacts(r *results.Run) []report.Fact {
	if !r.Lends {
		return nil
	}
	figure := func(name string) string { return number(results.Value(r, name, "")) }
	percent := func(name string) string { return number(100*results.Value(r, name, "")) + " %" }
	return []report.Fact{
		{Name: "lent", Value: percent("lent") + " of the cluster in the mean, " + percent("overdue") + " overdue"},
		{Name: "recalls", Value: figure("recalls") + " by role and cycle; " + figure("recalled") + " tasks ended for them, " + percent("work_lost") + " of the work"},
		{Name: "guarantees met", Value: "p50 " + duration(results.Value(r, "guarantee_wait_p50", "")) + ", at most " + duration(results.Value(r, "guarantee_wait_most", "")) + " after being asked for"},
	}
}

// LendingTable has a line for each role that is listed and has lent, borrowed, or waited for its
// guarantee: none if no role lends.
func LendingTable(r *results.Run) report.Table {
	t := report.Table{Header: append([]string{"role"}, lendingColumns...)}
	for _, i := range listed(r) {
		name := r.Roles[i].Name
		if r.Lends && (results.Value(r, "lent", name) > 0 || results.Value(r, "borrowed", name) > 0 || !math.IsNaN(results.Value(r, "guarantee_wait_most", name))) {
			t.Rows = append(t.Rows, row(r, i, lendingColumns))
		}
	}
	return t
}
