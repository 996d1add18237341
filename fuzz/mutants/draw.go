package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// equalList names faults that change no answer and no bound of steps, and why.
//
//go:embed equal.txt
var equalList string

// readEqual returns the reasons by the faults' names.
func readEqual(list string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(list) {
		if name, why, ok := strings.Cut(strings.TrimSpace(line), " = "); ok {
			out[name] = why
		}
	}
	return out
}

// draw draws n functions by a seed, and in each one fault that is not equal. What is drawn of a
// function depends on no other.
func draw(all map[string][]*fault, equal map[string]string, seed uint64, n int) (out []*fault) {
	drawn := func(f *fault, what string) uint64 {
		h := fnv.New64a()
		fmt.Fprint(h, seed, what, f.function)
		return h.Sum64()
	}
	for _, faults := range all {
		faults = slices.DeleteFunc(slices.Clone(faults), func(f *fault) bool { return equal[f.String()] != "" })
		if len(faults) > 0 {
			out = append(out, faults[drawn(faults[0], "place")%uint64(len(faults))])
		}
	}
	slices.SortFunc(out, func(x, y *fault) int {
		return cmp.Or(cmp.Compare(drawn(x, "function"), drawn(y, "function")), strings.Compare(x.function, y.function))
	})
	return out[:min(n, len(out))]
}
