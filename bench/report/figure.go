package main

import "github.com/apportion/apportion/internal/report"

// figure writes a figure of a unit in three digits.
func figure(v float64, unit string) string {
	switch unit {
	case "ns/op", "cpu-ns/op":
		return report.Duration(v)
	case "allocs/op":
		return report.Count(int(v))
	case "ratio":
		return ratio(v)
	case "B/filter":
		return report.Digits(v) + " B"
	default:
		return report.Digits(v) + " " + unit
	}
}

func ratio(v float64) string { return report.Digits(v) + " x" }
