package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/apportion/apportion/internal/report"
)

// breath is how far a process's memory goes up and down between two collections
// of a small heap, in MB.
const breath = 32

// drift compares the second quarter of a run with the last one: by then, whatever
// grows with time has grown. The error says that memory did.
func (r *record) drift() (string, error) {
	n := len(r.samples)
	if n < 40 {
		return "too few samples to tell whether anything drifts", nil
	}
	medians := func(of func(sample) float64) (early, late float64) {
		return median(r.samples[n/4:n/2], of), median(r.samples[3*n/4:], of)
	}
	before, memory := medians(megabytes)
	cyclesBefore, cycle := medians(func(s sample) float64 { return s.times[cycles][0] / 1e6 })
	callsBefore, call := medians(func(s sample) float64 { return s.times[ordinary][1] / 1e3 })
	text := fmt.Sprintf("second quarter and last: memory %.0f MB and %.0f MB, cycles p50 %.2f ms and %.2f ms, calls p99 %.1f us and %.1f us",
		before, memory, cyclesBefore, cycle, callsBefore, call)
	if memory > 1.25*before+breath {
		return text, errors.New("memory grows: " + text)
	}
	return text, nil
}

func median(list []sample, of func(sample) float64) float64 {
	var all []float64
	for _, s := range list {
		all = append(all, of(s))
	}
	slices.Sort(all)
	return report.Quantile(all, 0.5)
}
