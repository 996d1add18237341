package sim

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/apportion/apportion/report"
	"github.com/apportion/apportion/sim/scenario"
)

// mostRows bounds the roles that a summary lists.
const mostRows = 24

// roleColumns are the figures that the table of roles has.
var roleColumns = []string{"share", "fair", "running", "wait_p50", "wait_p95", "wait_p99", "slowdown_p50", "slowdown_p95", "slowdown_p99", "starvation", "declines"}

// Facts are what a run has come to as a whole.
func (r *Run) Facts() []report.Fact {
	figure := func(name, of string) string { return number(r.value(name, of)) }
	percent := func(name, of string) string { return percent(r.value(name, of)) }
	var used []string
	for _, name := range r.resources {
		used = append(used, name+" "+percent("utilisation", name))
	}
	facts := []report.Fact{
		{Name: "simulated", Value: fmt.Sprintf("%v with %s and %s, seed %d", r.Length, report.Counted(r.Machines, "machine"), report.Counted(len(r.Scenario.Frameworks), "framework"), r.Seed)},
		{Name: "cycles", Value: report.Count(r.Cycles)},
		{Name: "offers", Value: figure("offers", "") + ", " + figure("declines", "") + " declined, " + figure("rescinded", "") + " taken back"},
		{Name: "tasks", Value: figure("started", "") + " started, " + figure("finished", "") + " finished, " + figure("lost", "") + " lost"},
		{Name: "utilisation", Value: strings.Join(used, ", ")},
		{Name: "distance from fair", Value: percent("distance", "") + " in the mean, " + percent("distance_worst", "") + " at its worst after " + duration(r.value("distance_worst_at", "")) + ", of shares divided by weights"},
		{Name: "Jain's index", Value: figure("jain", "")},
		{Name: "wait", Value: seconds(r, "wait", "")},
		{Name: "slowdown", Value: "p50 " + figure("slowdown_p50", "") + ", p95 " + figure("slowdown_p95", "") + ", p99 " + figure("slowdown_p99", "")},
		{Name: "longest starvation", Value: r.starved()},
	}
	if v := r.value("fragmentation", ""); !math.IsNaN(v) {
		facts = append(facts, report.Fact{Name: "fragmentation", Value: number(v) + ", " + figure("fits", "") + " more of the shape fit"})
	}
	return slices.Concat(facts, r.lendingFacts(), r.standoffFacts(), r.misfits.facts(), laterFacts(r.later))
}

// percent writes a part. A distance by a weight of hardly anything is beyond all measure.
func percent(part float64) string {
	if part >= 1e4 {
		return "more than 1,000,000 %"
	}
	return fmt.Sprintf("%.1f %%", 100*part)
}

// value is a figure of the whole run, of which it is known that there is one.
func (r *Run) value(name, of string) float64 {
	v, err := r.Figure(Query{Figure: name, Of: of})
	if err != nil {
		return math.NaN()
	}
	return v
}

// starved is how long somebody starved at the longest, and who.
func (r *Run) starved() string {
	text := duration(r.value("starvation", ""))
	if longest := &r.record.longest; longest.of != "" {
		text += ", " + longest.of
	}
	return text
}

func seconds(r *Run, what, of string) string {
	return "p50 " + duration(r.value(what+"_p50", of)) + ", p95 " + duration(r.value(what+"_p95", of)) + ", p99 " + duration(r.value(what+"_p99", of))
}

func duration(seconds float64) string {
	if math.IsNaN(seconds) {
		return "-"
	}
	return time.Duration(seconds * 1e9).Round(10 * time.Millisecond).String()
}

// LeftOut says how many roles RoleTable leaves out, and nothing if there are none.
func (r *Run) LeftOut() string {
	n := len(r.roles) - len(r.listed())
	if n == 0 {
		return ""
	}
	return report.Count(n) + " more roles are in figures.csv (--out) and in what --json prints."
}

// listed are the roles that a summary lists: of many the first that are shown.
func (r *Run) listed() []int {
	list := r.shown()
	return list[:min(len(list), mostRows)]
}

// RoleTable has a line for each role that is listed.
func (r *Run) RoleTable() report.Table {
	t := report.Table{Header: append([]string{"role", "weight"}, roleColumns...)}
	for _, i := range r.listed() {
		t.Rows = append(t.Rows, r.row(i, roleColumns, number(r.roles[i].weight)))
	}
	return t
}

// row has a role's name, something more about it, and figures.
func (r *Run) row(role int, figures []string, more ...string) []string {
	row := append([]string{r.roles[role].name}, more...)
	for _, name := range figures {
		row = append(row, number(r.value(name, r.roles[role].name)))
	}
	return row
}

// Figures are all figures of the whole run, by name and what they are of: "jain",
// "share of web".
func (r *Run) Figures() map[string]float64 {
	list := map[string]float64{}
	note := func(name, of string) {
		if v := r.value(name, of); !math.IsNaN(v) {
			if of != "" {
				name += " of " + of
			}
			list[name] = v
		}
	}
	for _, kind := range scenario.Figures {
		switch {
		case kind.Name == "time_with":
			continue
		case kind.Of == scenario.OfRun, kind.Of == scenario.OfAny:
			note(kind.Name, "")
		case kind.Of == scenario.OfResource:
			for _, name := range r.resources {
				note(kind.Name, name)
			}
		}
		if kind.Of == scenario.OfAny || kind.Of == scenario.OfRole {
			for i := range r.roles {
				note(kind.Name, r.roles[i].name)
			}
		}
	}
	return list
}
