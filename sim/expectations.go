package sim

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"time"

	"github.com/apportion/apportion/report"
	"github.com/apportion/apportion/sim/scenario"
)

// An Outcome is what has become of an expectation in a run.
type Outcome struct {
	Expect *scenario.Expect
	Seed   int64
	Value  float64
	Met    bool
}

// Expectations compares the run with what its scenario expects. Those of a time that
// a short form does not come to are left out.
func (r *Run) Expectations() ([]Outcome, error) {
	var list []Outcome
	for _, x := range r.Scenario.Expect {
		if time.Duration(x.From) >= r.Length {
			continue
		}
		v, err := r.Figure(Query{x.Figure, x.Of, time.Duration(x.From), time.Duration(x.Until), x.Tasks})
		if err != nil {
			return nil, x.Errorf("of", "%v", err)
		}
		low, high := x.Range()
		list = append(list, Outcome{x, r.Seed, v, within(v, low, high)})
	}
	return list, nil
}

// within reports whether a figure is in a range. Figures over time are kept in seven
// digits: what is 0.3 may be a little more.
func within(v, low, high float64) bool {
	slack := 1e-6 * math.Abs(v)
	return v >= low-slack && v <= high+slack
}

// String says what was expected and what came.
func (o Outcome) String() string {
	verdict := "as expected"
	if !o.Met {
		verdict = "NOT AS EXPECTED"
	}
	return fmt.Sprintf("%s: %s is %s, %s (seed %d)", verdict, describe(o.Expect), number(o.Value), rangeText(o.Expect.Range()), o.Seed)
}

// describe is an expectation's figure in words: "share of A, 10m0s to 20m0s".
func describe(x *scenario.Expect) string {
	text := x.Figure
	if x.Of != "" {
		text += " of " + x.Of
	}
	if len(x.Tasks) > 0 {
		var parts []string
		for name, n := range x.Tasks {
			parts = append(parts, fmt.Sprintf("%d of %s", n, name))
		}
		sort.Strings(parts)
		text += " " + strings.Join(parts, ", ")
	}
	switch {
	case time.Duration(x.Until) != scenario.Forever:
		text += fmt.Sprintf(", %v to %v", time.Duration(x.From), time.Duration(x.Until))
	case x.From > 0:
		text += fmt.Sprintf(" from %v on", time.Duration(x.From))
	}
	return text
}

func rangeText(low, high float64) string {
	switch {
	case math.IsInf(low, -1):
		return "at most " + number(high) + " expected"
	case math.IsInf(high, 1):
		return "at least " + number(low) + " expected"
	}
	return number(low) + " to " + number(high) + " expected"
}

// number writes a figure with the digits that matter.
func number(v float64) string {
	switch size := math.Abs(v); {
	case math.IsNaN(v):
		return "-"
	case size >= 1e12, v != 0 && size < 1e-4:
		return fmt.Sprintf("%.4g", v)
	case v == math.Trunc(v), size >= 1000:
		return report.Count(int(math.Round(v)))
	case size >= 100:
		return fmt.Sprintf("%.1f", v)
	case size >= 1:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.4f", v)
}
