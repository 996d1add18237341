package main

import (
	"fmt"
	"math"

	"github.com/apportion/apportion/internal/report"
)

// A line is one curve of a plot.
type line struct {
	name string
	at   func(sample) float64
}

// plots shows how the samples develop, failovers marked in all plots.
func plots(list []sample) *report.Page {
	p := &report.Page{Title: "Apportion: soak", Facts: []report.Fact{{Name: "samples", Value: report.Count(len(list))}}}
	if len(list) > 0 {
		p.Facts = append(p.Facts, report.Fact{Name: "latest", Value: fmt.Sprint(list[len(list)-1])})
	}
	latency := report.Axis{Label: "latency", Unit: report.Nanos}
	percentile := func(name string, what, k int) line {
		return line{name, func(s sample) float64 { return s.times[what][k] }}
	}
	charts := []report.Chart{
		plot(list, "Memory", report.Axis{Label: "of the allocator's process", Unit: "MB"}, line{"", megabytes}),
		plot(list, "Cycles", latency, percentile("max", cycles, 2), percentile("p99", cycles, 1), percentile("p50", cycles, 0)),
		plot(list, "Other calls", latency, percentile("p99", ordinary, 1), percentile("p50", ordinary, 0)),
		plot(list, "Calls and offers so far", report.Axis{},
			line{"calls", func(s sample) float64 { return float64(s.calls) }}, line{"offers", func(s sample) float64 { return float64(s.offers) }}),
		plot(list, "Tasks", report.Axis{Label: "places where a framework has some"}, line{"", func(s sample) float64 { return float64(s.running) }}),
		plot(list, "CPUs in use", report.Axis{Label: "of those there", Unit: "%"}, line{"", func(s sample) float64 { return 100 * s.utilisation }}),
		plot(list, "Failovers so far", report.Axis{}, line{"", func(s sample) float64 { return float64(s.failovers) }}),
		plot(list, "To fill the allocator of a new master", report.Axis{Label: "the latest time", Unit: report.Nanos}, line{"", func(s sample) float64 {
			if s.filled == 0 {
				return math.NaN() // there was none
			}
			return float64(s.filled)
		}}),
	}
	for i := range charts {
		charts[i].Clip = charts[i].Y == latency
	}
	p.Sections = []report.Section{{Charts: charts}}
	return p
}

func plot(list []sample, title string, y report.Axis, lines ...line) report.Chart {
	c := report.Chart{Title: title, X: report.Axis{Label: "real time", Unit: report.Seconds}, Y: y}
	for _, l := range lines {
		drawn := report.Series{Name: l.name}
		for _, s := range list {
			drawn.X, drawn.Y = append(drawn.X, s.elapsed.Seconds()), append(drawn.Y, l.at(s))
		}
		c.Series = append(c.Series, drawn)
	}
	for i := 1; i < len(list); i++ {
		if list[i].failovers > list[i-1].failovers {
			c.Marks = append(c.Marks, report.Mark{Name: "failover", X: list[i].elapsed.Seconds()})
		}
	}
	return c
}
