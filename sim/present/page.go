// Package present shows what a simulation or a comparison has come to: as text and JSON for the
// terminal, and as pages with tables and charts. Its functions are given results, and run nothing.
package present

import (
	"cmp"
	"strings"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// Page is what a run has to show, with the outcomes of its expectations, and how far figures
// of other seeds differ from it.
func Page(r *results.Run, outcomes []results.Outcome, others ...*results.Run) *report.Page {
	facts := Facts(r)
	for _, w := range r.Warnings {
		text, _, _ := strings.Cut(w.Error(), "\n")
		facts = append(facts, report.Fact{Name: "warning", Value: text})
	}
	p := &report.Page{Title: title(r.Scenario), Facts: facts, Sections: []report.Section{{Charts: Charts(r, others...)}}}
	p.Sections = append(p.Sections, report.Section{Title: "Roles", Note: strings.TrimSpace("Times are in seconds, shares are parts of the cluster. " + LeftOut(r)), Table: RoleTable(r)})
	if lending := LendingTable(r); len(lending.Rows) > 0 {
		p.Sections = append(p.Sections, report.Section{Title: "Lending", Note: "Of roles that lend, that borrow, or that have a guarantee.", Table: lending})
	}
	if s, ok := spread(r, others); ok {
		p.Sections = append(p.Sections, s)
	}
	if len(outcomes) > 0 {
		p.Sections = append(p.Sections, report.Section{Title: "Expected", Table: outcomeTable(outcomes)})
	}
	return p
}

func title(sc *scenario.Scenario) string { return cmp.Or(sc.Title, sc.Name()) }
