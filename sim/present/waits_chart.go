package present

import (
	"math"
	"slices"
	"sort"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/results"
)

// waitPoints is how many points a line of the distribution of waits has.
const waitPoints = 120

// leastWait is the shortest wait that the chart tells from none, in seconds.
const leastWait = 0.1

// waitsChart is the distribution of waits: what part of each role's tasks have started
// after how long. False: no task has waited.
func waitsChart(r *results.Run) (report.Chart, bool) {
	c := report.Chart{
		Title:   "How long tasks waited",
		Caption: "What part of a role's tasks had started after so long. Those that still waited at the end count as longer than they had waited, so that a line may end below 100 %.",
		X:       report.Axis{Label: "wait", Unit: report.Seconds, Log: true},
		Y:       report.Axis{Label: "tasks started", Unit: "%", Max: 100},
	}
	longest := 0.0
	for _, t := range r.Starts {
		longest = max(longest, float64(t.Wait))
	}
	if longest <= leastWait {
		return c, false
	}
	shown := shown(r)
	for _, i := range shown {
		if s := waitsOf(r, i, longest); len(s.Y) > 0 {
			if len(shown) > mostRows {
				s.Group = "roles"
			}
			c.Series = append(c.Series, s)
		}
	}
	return c, true
}

// waitsOf is the line of a role, subroles included, without points if it had no tasks.
func waitsOf(r *results.Run, role int, longest float64) report.Series {
	of := &r.Roles[role]
	s := report.Series{Name: of.Name}
	var waits []float64
	for _, k := range of.Starts {
		waits = append(waits, float64(r.Starts[k].Wait))
	}
	tasks := len(waits) + len(of.Waits)
	if tasks == 0 {
		return s
	}
	slices.Sort(waits)
	for i := range waitPoints {
		x := leastWait * math.Pow(longest/leastWait, float64(i)/(waitPoints-1))
		started := sort.Search(len(waits), func(k int) bool { return waits[k] > x*(1+1e-9) })
		s.X, s.Y = append(s.X, x), append(s.Y, 100*float64(started)/float64(tasks))
	}
	return s
}
