package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// chart is a plot of costs against a size, both axes logarithmic.
type chart struct {
	title  string
	axis   string
	series []series
}

// series are the points of one line, by ascending x.
type series struct {
	name   string
	points []point
}

type point struct{ x, nanos float64 }

func chartsOf(res *results) []chart {
	var list []chart
	for _, c := range []struct{ group, parameter, title string }{
		{"ScaleAgents", "agents", "Cost against agents, at 1,000 frameworks"},
		{"ScaleFrameworks", "frameworks", "Cost against frameworks, at 50,000 agents"},
	} {
		if s := seriesOf(res, c.group, c.parameter); len(s) > 0 {
			list = append(list, chart{c.title, c.parameter, s})
		}
	}
	return list
}

// seriesOf collects benchmarks named group/series/parameter=x.
func seriesOf(res *results, group, parameter string) []series {
	var list []series
	for _, name := range res.below(group) {
		label, value, ok := strings.Cut(name, "/"+parameter+"=")
		x, err := strconv.ParseFloat(value, 64)
		nanos, measured := res.median(group+"/"+name, "ns/op")
		if !ok || err != nil || !measured {
			continue
		}
		i := slices.IndexFunc(list, func(s series) bool { return s.name == label })
		if i < 0 {
			i = len(list)
			list = append(list, series{name: label})
		}
		list[i].points = append(list[i].points, point{x, nanos})
	}
	for _, s := range list {
		slices.SortFunc(s.points, func(a, b point) int { return int(math.Copysign(1, a.x-b.x)) })
	}
	return list
}

// slope is the exponent e of the curve x^e that fits best: the slope of the
// straight line through the logarithms by least squares.
func (s series) slope() float64 {
	var n, sx, sy, sxx, sxy float64
	for _, p := range s.points {
		x, y := math.Log(p.x), math.Log(p.nanos)
		n++
		sx += x
		sy += y
		sxx += x * x
		sxy += x * y
	}
	d := n*sxx - sx*sx
	if d == 0 {
		return 0
	}
	return (n*sxy - sx*sy) / d
}

// The drawing's measures, in pixels.
const (
	width, height            = 800, 440
	left, right, top, bottom = 70, 230, 20, 50
)

// Colours that stay apart for the colour-blind, too.
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"}

// decades are the powers of ten around all values.
func decades(values []float64) (low, high float64) {
	low = math.Floor(math.Log10(slices.Min(values)) + 1e-9)
	high = math.Ceil(math.Log10(slices.Max(values)) - 1e-9)
	return low, max(high, low+1)
}

// svg draws the chart.
func (c chart) svg() string {
	var xs, ys []float64
	for _, s := range c.series {
		for _, p := range s.points {
			xs, ys = append(xs, p.x), append(ys, p.nanos)
		}
	}
	x0, x1 := decades(xs)
	y0, y1 := decades(ys)
	atX := func(x float64) float64 { return left + (math.Log10(x)-x0)/(x1-x0)*(width-left-right) }
	atY := func(y float64) float64 { return height - bottom - (math.Log10(y)-y0)/(y1-y0)*(height-top-bottom) }

	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" role="img" aria-label="%s">`, width, height, c.title)
	for d := x0; d <= x1; d++ {
		x := atX(math.Pow(10, d))
		fmt.Fprintf(&b, `<line class="grid" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/>`, x, x, top, height-bottom)
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`, x, height-bottom+18, count(int(math.Pow(10, d))))
	}
	for d := y0; d <= y1; d++ {
		y := atY(math.Pow(10, d))
		fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/>`, left, width-right, y, y)
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`, left-8, y+4, tick(math.Pow(10, d)))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`, (left+width-right)/2, height-8, c.axis)
	labels := c.labelPositions(atY)
	for i, s := range c.series {
		colour := colours[i%len(colours)]
		var path []string
		for _, p := range s.points {
			path = append(path, fmt.Sprintf("%.1f,%.1f", atX(p.x), atY(p.nanos)))
		}
		fmt.Fprintf(&b, `<polyline fill="none" stroke="%s" stroke-width="2" points="%s"/>`, colour, strings.Join(path, " "))
		for _, p := range s.points {
			fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="3.5" fill="%s"><title>%s, %s %s: %s</title></circle>`,
				atX(p.x), atY(p.nanos), colour, s.name, count(int(p.x)), c.axis, duration(p.nanos))
		}
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" fill="%s" font-weight="600">%s, exponent %.2f</text>`, width-right+10, labels[i]+4, colour, s.name, s.slope())
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// labelPositions puts each label beside the end of its line, or as close
// below the one above it as can be read.
func (c chart) labelPositions(atY func(float64) float64) []float64 {
	const apart = 18
	order := make([]int, len(c.series))
	at := make([]float64, len(c.series))
	for i, s := range c.series {
		order[i], at[i] = i, atY(s.points[len(s.points)-1].nanos)
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(math.Copysign(1, at[a]-at[b])) })
	for k := 1; k < len(order); k++ {
		at[order[k]] = max(at[order[k]], at[order[k-1]]+apart)
	}
	return at
}

// tick labels a power of ten nanoseconds.
func tick(nanos float64) string {
	value, unit, _ := strings.Cut(duration(nanos), " ")
	whole, _, _ := strings.Cut(value, ".")
	return whole + " " + unit
}
