package main

import (
	"bytes"
	"fmt"
	"time"
)

// A line is one curve of a plot.
type line struct {
	name string
	at   func(sample) float64
}

// plots draws the samples, a plot below the other, as one HTML page.
func plots(list []sample) []byte {
	var b bytes.Buffer
	b.WriteString("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Soak</title>\n" +
		"<style>body{font:14px sans-serif;margin:2em}svg{display:block;margin:0 0 2em}text{font:11px sans-serif}</style>\n<h1>Soak</h1>\n")
	if len(list) > 0 {
		fmt.Fprintf(&b, "<p>%v</p>\n", list[len(list)-1])
	}
	millis := func(what, k int) func(sample) float64 {
		return func(s sample) float64 { return float64(s.times[what][k]) / float64(time.Millisecond) }
	}
	plot(&b, list, "memory, MB", line{"of the allocator's process", func(s sample) float64 { return float64(s.memory) / (1 << 20) }})
	plot(&b, list, "cycles, ms", line{"p50", millis(cycles, 0)}, line{"p99", millis(cycles, 1)}, line{"max", millis(cycles, 2)})
	plot(&b, list, "other calls, ms", line{"p50", millis(calls, 0)}, line{"p99", millis(calls, 1)})
	plot(&b, list, "calls and offers so far", line{"calls", func(s sample) float64 { return float64(s.calls) }}, line{"offers", func(s sample) float64 { return float64(s.offers) }})
	plot(&b, list, "tasks", line{"running", func(s sample) float64 { return float64(s.tasks) }})
	plot(&b, list, "CPUs in use, %", line{"of those there", func(s sample) float64 { return 100 * s.utilisation }})
	plot(&b, list, "failovers so far (grey lines in all plots)", line{"failovers", func(s sample) float64 { return float64(s.failovers) }})
	plot(&b, list, "to fill the allocator of a new master, s", line{"latest", func(s sample) float64 { return s.filled.Seconds() }})
	return b.Bytes()
}

const (
	width, height = 900.0, 220.0
	margin        = 60.0
)

var colours = []string{"#1f77b4", "#d62728", "#7f7f7f"}

func plot(b *bytes.Buffer, list []sample, title string, lines ...line) {
	last, top := 1e-9, 1e-9
	for _, s := range list {
		last = max(last, s.elapsed.Seconds())
		for _, l := range lines {
			top = max(top, l.at(s))
		}
	}
	fmt.Fprintf(b, "<h2>%s</h2>\n<svg width=\"%.0f\" height=\"%.0f\" role=\"img\" aria-label=\"%s\">\n", title, width+2*margin, height+40, title)
	for i := range 5 {
		y := height * (1 - float64(i)/4)
		fmt.Fprintf(b, "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%.4g</text>\n",
			margin, width+margin, y+10, y+10, margin-6, y+14, top*float64(i)/4)
		x := margin + width*float64(i)/4
		fmt.Fprintf(b, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">%v</text>\n", x, height+28,
			time.Duration(last*float64(i)/4*float64(time.Second)).Round(time.Second))
	}
	for i := 1; i < len(list); i++ {
		if list[i].failovers > list[i-1].failovers {
			x := margin + width*list[i].elapsed.Seconds()/last
			fmt.Fprintf(b, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"10\" y2=\"%.0f\" stroke=\"#bbb\" stroke-dasharray=\"3\"/>\n", x, x, height+10)
		}
	}
	for k, l := range lines {
		fmt.Fprintf(b, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", colours[k])
		for _, s := range list {
			fmt.Fprintf(b, "%.1f,%.1f ", margin+width*s.elapsed.Seconds()/last, 10+height*(1-l.at(s)/top))
		}
		fmt.Fprintf(b, "\"/><text x=\"%.0f\" y=\"%d\" fill=\"%s\">%s</text>\n", margin+8, 24+14*k, colours[k], l.name)
	}
	b.WriteString("</svg>\n")
}
