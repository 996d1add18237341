package main

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// growth is how costs depend on a size.
type growth struct {
	title  string
	curves []curve
}

// curve is the costs of one kind of cycle or operation, by ascending size.
type curve struct {
	name  string
	sizes []float64
	nanos []float64 // of the processor, where that was measured
}

func growthsOf(res *results) []growth {
	var list []growth
	for _, g := range []struct{ group, parameter, title string }{
		{"ScaleAgents", "agents", "Cost against agents, at 1,000 frameworks"},
		{"ScaleFrameworks", "frameworks", "Cost against frameworks, at 50,000 agents"},
		{"ScaleFilters", "filters", "Cost against filters, at 1,000 frameworks"},
	} {
		if c := curvesOf(res, g.group, g.parameter); len(c) > 0 {
			list = append(list, growth{g.title, c})
		}
	}
	return list
}

// curvesOf collects benchmarks named group/curve/parameter=size.
func curvesOf(res *results, group, parameter string) []curve {
	type cost struct{ size, nanos float64 }
	var names []string
	costs := map[string][]cost{}
	for _, name := range res.below(group) {
		label, value, ok := strings.Cut(name, "/"+parameter+"=")
		size, err := strconv.ParseFloat(value, 64)
		nanos, measured := res.median(group+"/"+name, "cpu-ns/op")
		if !measured {
			nanos, measured = res.median(group+"/"+name, "ns/op")
		}
		if !ok || err != nil || !measured {
			continue
		}
		if costs[label] == nil {
			names = append(names, label)
		}
		costs[label] = append(costs[label], cost{size, nanos})
	}
	var list []curve
	for _, name := range names {
		slices.SortFunc(costs[name], func(a, b cost) int { return cmp.Compare(a.size, b.size) })
		c := curve{name: name}
		for _, p := range costs[name] {
			c.sizes, c.nanos = append(c.sizes, p.size), append(c.nanos, p.nanos)
		}
		list = append(list, c)
	}
	return list
}

// exponent is the e of the power x^e that fits best: the slope of the straight
// line through the logarithms by least squares.
func (c *curve) exponent() float64 {
	var x, y []float64
	for i := range c.sizes {
		x, y = append(x, math.Log(c.sizes[i])), append(y, math.Log(c.nanos[i]))
	}
	if slices.Min(x) == slices.Max(x) {
		return 0
	}
	_, slope := stat.LinearRegression(x, y, nil, false)
	return slope
}
