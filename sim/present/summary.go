package present

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/results"
)

// mostRows bounds the roles that a summary lists.
const mostRows = 24

// roleColumns are the figures that the table of roles has.
var roleColumns = []string{"share", "fair", "running", "wait_p50", "wait_p95", "wait_p99", "slowdown_p50", "slowdown_p95", "slowdown_p99", "starvation", "declines"}

// Facts are what a run has come to as a whole.
func Facts(r *results.Run) []report.Fact {
	figure := func(name, of string) string { return number(results.Value(r, name, of)) }
	percent := func(name, of string) string { return percent(results.Value(r, name, of)) }
	var used []string
	for _, name := range r.Resources {
		used = append(used, name+" "+percent("utilisation", name))
	}
	facts := []report.Fact{
		{Name: "simulated", Value: fmt.Sprintf("%v with %s and %s, seed %d", r.Length, report.Counted(r.Machines, "machine"), report.Counted(len(r.Scenario.Frameworks), "framework"), r.Seed)},
		{Name: "cycles", Value: report.Count(r.Cycles)},
		{Name: "offers", Value: figure("offers", "") + ", " + figure("declines", "") + " declined, " + figure("rescinded", "") + " taken back"},
		{Name: "tasks", Value: figure("started", "") + " started, " + figure("finished", "") + " finished, " + figure("lost", "") + " lost"},
		{Name: "utilisation", Value: strings.Join(used, ", ")},
		{Name: "distance from fair", Value: percent("distance", "") + " in the mean, " + percent("distance_worst", "") + " at its worst after " + duration(results.Value(r, "distance_worst_at", "")) + ", of shares divided by weights"},
		{Name: "Jain's index", Value: figure("jain", "")},
		{Name: "wait", Value: seconds(r, "wait", "")},
		{Name: "slowdown", Value: "p50 " + figure("slowdown_p50", "") + ", p95 " + figure("slowdown_p95", "") + ", p99 " + figure("slowdown_p99", "")},
		{Name: "longest starvation", Value: starved(r)},
	}
	if v := results.Value(r, "fragmentation", ""); !math.IsNaN(v) {
		facts = append(facts, report.Fact{Name: "fragmentation", Value: number(v) + ", " + figure("fits", "") + " more of the shape fit"})
	}
	return slices.Concat(facts, lendingFacts(r), standoffFacts(r), neverFitFacts(&r.NeverFit), laterFacts(r.Later))
}

// starved is how long somebody starved at the longest, and who.
func starved(r *results.Run) string {
	text := duration(results.Value(r, "starvation", ""))
	if longest := &r.Longest; longest.Of != "" {
		text += ", " + longest.Of
	}
	return text
}

func seconds(r *results.Run, what, of string) string {
	return "p50 " + duration(results.Value(r, what+"_p50", of)) + ", p95 " + duration(results.Value(r, what+"_p95", of)) + ", p99 " + duration(results.Value(r, what+"_p99", of))
}

// LeftOut says how many roles RoleTable leaves out, and nothing if there are none.
func LeftOut(r *results.Run) string {
	n := len(r.Roles) - len(listed(r))
	if n == 0 {
		return ""
	}
	return report.Count(n) + " more roles are in figures.csv (--out) and in what --json prints."
}

// listed are the roles that a summary lists: of many the first that are shown.
func listed(r *results.Run) []int {
	list := shown(r)
	return list[:min(len(list), mostRows)]
}

// RoleTable has a line for each role that is listed.
func RoleTable(r *results.Run) report.Table {
	t := report.Table{Header: append([]string{"role", "weight"}, roleColumns...)}
	for _, i := range listed(r) {
		t.Rows = append(t.Rows, row(r, i, roleColumns, number(r.Roles[i].Weight)))
	}
	return t
}

// row has a role's name, something more about it, and figures.
func row(r *results.Run, role int, figures []string, more ...string) []string {
	row := append([]string{r.Roles[role].Name}, more...)
	for _, name := range figures {
		row = append(row, number(results.Value(r, name, r.Roles[role].Name)))
	}
	return row
}

// neverFitFacts say which tasks could never run, if there are any.
func neverFitFacts(x *results.NeverFit) []report.Fact {
	if x.Count == 0 {
		return nil
	}
	return []report.Fact{{Name: "fit nowhere", Value: fmt.Sprintf("%s of the tasks that wait: more of something than any machine has, such as %s", report.Count(x.Count), x.Example)}}
}

// laterFacts say of which files tasks have not arrived, if there are any.
func laterFacts(list []results.LaterTasks) (facts []report.Fact) {
	for _, x := range list {
		facts = append(facts, report.Fact{Name: "have not arrived", Value: fmt.Sprintf("%s of the %s tasks of %s by the end", report.Count(x.Count), report.Count(x.All), x.File)})
	}
	return facts
}

// standoffFacts say who waited for each other, if anybody did.
func standoffFacts(r *results.Run) []report.Fact {
	if len(r.Standoffs) == 0 {
		return nil
	}
	first := r.Standoffs[0]
	text := fmt.Sprintf("%s times patience for a gang ended while others held the rest: first %s with what %s held, after %v",
		report.Count(len(r.Standoffs)), first.Who, first.Other, time.Duration(first.At))
	return []report.Fact{{Name: "gangs in each other's way", Value: text}}
}
