package main

import (
	"fmt"
	"io"
)

// writeText writes the tables, and how costs grow, for a terminal.
func writeText(w io.Writer, res *results) error {
	for _, c := range res.config {
		fmt.Fprintf(w, "%s: %s\n", c.Name, c.Value)
	}
	for _, s := range sectionsOf(res) {
		fmt.Fprintf(w, "\n%s\n", s.Title)
		if s.Note != "" {
			fmt.Fprintln(w, s.Note)
		}
		if err := s.Table.WriteText(w); err != nil {
			return err
		}
	}
	for _, g := range growthsOf(res) {
		fmt.Fprintf(w, "\n%s: the exponent of the power that fits best; 1 is linear growth, 0 is none\n", g.title)
		for _, c := range g.curves {
			fmt.Fprintf(w, "  %-12s %+.2f\n", c.name, c.exponent())
		}
	}
	return nil
}
