package present

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"time"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// OutcomeText says what was expected and what came.
func OutcomeText(o *results.Outcome) string {
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

func outcomeTable(outcomes []results.Outcome) report.Table {
	t := report.Table{Header: []string{"figure", "value", "range", "seed", "verdict"}}
	for _, o := range outcomes {
		verdict := "as expected"
		if !o.Met {
			verdict = "not as expected"
		}
		t.Rows = append(t.Rows, []string{describe(o.Expect), number(o.Value), rangeText(o.Expect.Range()), fmt.Sprint(o.Seed), verdict})
	}
	return t
}
