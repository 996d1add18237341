package results

import (
	"math"
	"time"

	"github.com/apportion/apportion/sim/scenario"
)

// An Outcome is what has become of an expectation in a run.
type Outcome struct {
	Expect *scenario.Expect
	Seed   int64
	Value  float64
	Met    bool
}

// Beyond are the expectations of a time that the run, a short form, does not come to.
func Beyond(r *Run) (list []*scenario.Expect) {
	for _, x := range r.Scenario.Expect {
		if time.Duration(x.From) >= r.Length {
			list = append(list, x)
		}
	}
	return list
}

// Expectations compares the run with what its scenario expects. Those of a time that
// a short form does not come to ([Beyond]) are left out.
func Expectations(r *Run) ([]Outcome, error) {
	var list []Outcome
	for _, x := range r.Scenario.Expect {
		if time.Duration(x.From) >= r.Length {
			continue
		}
		v, err := Figure(r, Query{x.Figure, x.Of, time.Duration(x.From), time.Duration(x.Until), x.Tasks})
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
