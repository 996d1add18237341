package main

import (
	"fmt"
	"math"
	"time"

	"github.com/apportion/apportion/report"
)

// A line is one curve of a plot.
type line struct {
	name string
	at   func(sample) float64
}

// plots shows how the samples develop, failovers marked in all plots.
func plots(list []sample) *report.Page {
	nanos := func(what, k int) func(sample) float64 {
		return func(s sample) float64 { return taken(s.times[what][k]) }
	}
	p := &report.Page{Title: "Apportion: soak", Facts: []report.Fact{{Name: "samples", Value: report.Count(len(list))}}}
	if len(list) > 0 {
		p.Facts = append(p.Facts, report.Fact{Name: "latest", Value: fmt.Sprint(list[len(list)-1])})
	}
	p.Sections = []report.Section{{Charts: []report.Chart{
		plot(list, "Memory", report.Axis{Label: "of the allocator's process", Unit: "MB"},
			line{"", func(s sample) float64 { return float64(s.memory) / (1 << 20) }}),
		clipped(plot(list, "Cycles", report.Axis{Label: "latency", Unit: report.Nanos},
			line{"max", nanos(cycles, 2)}, line{"p99", nanos(cycles, 1)}, line{"p50", nanos(cycles, 0)})),
		clipped(plot(list, "Other calls", report.Axis{Label: "latency", Unit: report.Nanos},
			line{"p99", nanos(ordinary, 1)}, line{"p50", nanos(ordinary, 0)})),
		plot(list, "Calls and offers so far", report.Axis{},
			line{"calls", func(s sample) float64 { return float64(s.calls) }}, line{"offers", func(s sample) float64 { return float64(s.offers) }}),
		plot(list, "Tasks", report.Axis{Label: "places where a framework has some"}, line{"", func(s sample) float64 { return float64(s.running) }}),
		plot(list, "CPUs in use", report.Axis{Label: "of those there", Unit: "%"}, line{"", func(s sample) float64 { return 100 * s.utilisation }}),
		plot(list, "Failovers so far", report.Axis{}, line{"", func(s sample) float64 { return float64(s.failovers) }}),
		plot(list, "To fill the allocator of a new master", report.Axis{Label: "the latest time", Unit: report.Nanos},
			line{"", func(s sample) float64 { return taken(s.filled) }}),
	}}}
	return p
}

func clipped(c report.Chart) report.Chart {
	c.Clip = true
	return c
}

func plot(list []sample, title string, y report.Axis, lines ...line) report.Chart {
	unit, per := clock(list)
	c := report.Chart{Title: title, X: report.Axis{Label: "real time", Unit: unit}, Y: y}
	at := func(s sample) float64 { return float64(s.elapsed) / float64(per) }
	for _, l := range lines {
		drawn := report.Series{Name: l.name}
		for _, s := range list {
			drawn.X, drawn.Y = append(drawn.X, at(s)), append(drawn.Y, l.at(s))
		}
		c.Series = append(c.Series, drawn)
	}
	for i := 1; i < len(list); i++ {
		if list[i].failovers > list[i-1].failovers {
			c.Marks = append(c.Marks, report.Mark{Name: "failover", X: at(list[i])})
		}
	}
	return c
}

// clock is a unit for the time that the samples span.
func clock(list []sample) (string, time.Duration) {
	var last time.Duration
	if len(list) > 0 {
		last = list[len(list)-1].elapsed
	}
	switch {
	case last > 3*time.Hour:
		return "h", time.Hour
	case last > 5*time.Minute:
		return "min", time.Minute
	}
	return "s", time.Second
}

// taken is a time as a plot has it: none if there was nothing to time.
func taken(d time.Duration) float64 {
	if d == 0 {
		return math.NaN()
	}
	return float64(d)
}
