package main

import (
	"fmt"
	"io"

	"github.com/apportion/apportion/internal/report"
)

// pageOf is all that was measured: how costs grow, and the tables.
func pageOf(res *results) *report.Page {
	p := &report.Page{Title: "Apportion: benchmarks", Facts: res.config}
	if list := growthsOf(res); len(list) > 0 {
		s := report.Section{
			Title: "How costs grow",
			Note: "Both axes are logarithmic. The exponent is that of the power of the size which fits the points best: " +
				"1 is linear growth, 0 is none. It is time of the processor, where that was measured. " +
				"Mesos: its own allocator, measured with its own benchmarks on such a machine.",
		}
		for _, g := range list {
			s.Charts = append(s.Charts, g.chart())
		}
		p.Sections = append(p.Sections, s)
	}
	p.Sections = append(p.Sections, sectionsOf(res)...)
	return p
}

func (g *growth) chart() report.Chart {
	c := report.Chart{
		Title: g.title,
		X:     report.Axis{Label: g.axis, Log: true},
		Y:     report.Axis{Label: "time", Unit: report.Nanos, Log: true},
	}
	for _, curve := range g.curves {
		name := curve.name
		if !curve.isMesos {
			name = fmt.Sprintf("%s, exponent %.2f", curve.name, curve.exponent())
		}
		c.Series = append(c.Series, report.Series{Name: name, X: curve.sizes, Y: curve.nanos})
	}
	return c
}

// writeText writes the tables, and how costs grow, for a terminal.
func writeText(w io.Writer, res *results) error {
	for _, c := range res.config {
		fmt.Fprintf(w, "%s: %s\n", c.Name, c.Value)
	}
	for _, s := range sectionsOf(res) {
		fmt.Fprintf(w, "\n%s\n", s.Title)
		if err := s.Table.WriteText(w); err != nil {
			return err
		}
	}
	for _, g := range growthsOf(res) {
		fmt.Fprintf(w, "\n%s: fitted exponents\n", g.title)
		for _, c := range g.curves {
			if !c.isMesos {
				fmt.Fprintf(w, "  %-12s %+.2f\n", c.name, c.exponent())
			}
		}
	}
	return nil
}
