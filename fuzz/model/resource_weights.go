package model

import (
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
)

func init() { on((*state).setResourceWeights) }

// counting is what counts in shares, and how often. An operation replaces all weights.
type counting struct {
	exclude map[string]bool
	weights map[string]float64 // by names, with commas between those that count as one
}

func (s *state) setResourceWeights(op *history.SetResourceWeights) {
	seen := map[string]bool{}
	for _, names := range sortedKeys(op.Weights) {
		times := op.Weights[names]
		check(times >= alloc.MinResourceWeight && times <= alloc.MaxResourceWeight, "resources that count %g times", times)
		for name := range strings.SplitSeq(names, ",") {
			check(name != "" && !seen[name] && !s.counting.exclude[name], "a weight of %q, which has no name, one already, or is left out", name)
			seen[name] = true
		}
	}
	s.counting.weights = op.Weights
}

// A counted is a resource that counts in shares, or several that count as one.
type counted struct {
	key   string
	names []string
	times float64
}

// of is what counts of a total.
func (c *counting) of(total quantities) (list []counted) {
	weighed := map[string]bool{}
	for _, key := range sortedKeys(c.weights) {
		x := counted{key: key, times: c.weights[key]}
		for name := range strings.SplitSeq(key, ",") {
			weighed[name] = true
			if total[name] > 0 {
				x.names = append(x.names, name)
			}
		}
		if len(x.names) > 0 {
			list = append(list, x)
		}
	}
	for _, name := range sortedKeys(total) {
		if !weighed[name] && !c.exclude[name] && total[name] > 0 {
			list = append(list, counted{name, []string{name}, 1})
		}
	}
	return list
}

// in is how much there is of it in amounts.
func (x *counted) in(amounts quantities) (milli int64) {
	for _, name := range x.names {
		milli += amounts[name]
	}
	return milli
}

// share is what an amount of it counts for in a share.
func (x *counted) share(amount float64, total quantities) float64 {
	return amount / (double(x.in(total)) / x.times)
}
