package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
)

// figure writes a figure of a unit in three digits.
func figure(v float64, unit string) string {
	switch unit {
	case "ns/op", "cpu-ns/op":
		return duration(v)
	case "allocs/op":
		return count(int(v))
	case "ratio":
		return ratio(v)
	case "B/filter":
		return digits(v) + " B"
	default:
		return digits(v) + " " + unit
	}
}

func duration(nanos float64) string {
	for _, u := range []struct {
		name string
		per  float64
	}{{"s", 1e9}, {"ms", 1e6}, {"us", 1e3}} {
		if nanos >= u.per {
			return digits(nanos/u.per) + " " + u.name
		}
	}
	return digits(nanos) + " ns"
}

func ratio(v float64) string { return digits(v) + " x" }

// digits writes three digits, or all that are before the point.
func digits(v float64) string {
	switch {
	case v >= 100:
		return count(int(math.Round(v)))
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	default:
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
}

// count writes a whole number with commas.
func count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// writeText writes the report for a terminal.
func writeText(w io.Writer, res *results, sections []section) {
	for _, c := range res.config {
		fmt.Fprintf(w, "%s: %s\n", c.Key, c.Value)
	}
	for _, s := range sections {
		fmt.Fprintf(w, "\n%s\n", s.Title)
		table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
		fmt.Fprintln(table, strings.Join(s.Header, "\t"))
		for _, row := range s.Rows {
			fmt.Fprintln(table, strings.Join(row, "\t"))
		}
		table.Flush()
	}
	for _, c := range chartsOf(res) {
		fmt.Fprintf(w, "\n%s: fitted exponents\n", c.title)
		for _, s := range c.series {
			fmt.Fprintf(w, "  %-12s %+.2f\n", s.name, s.slope())
		}
	}
}
