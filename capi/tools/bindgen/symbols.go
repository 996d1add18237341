package main

import (
	"fmt"
	"slices"
	"strings"
)

// symbols returns the list of functions, each with the version that it is there
// since. It refuses a header that lacks an entry of the list before.
func symbols(h *header, before string) (string, error) {
	var lines []string
	for _, f := range h.functions {
		lines = append(lines, f.name+" "+f.since+"\n")
	}
	slices.Sort(lines)
	for line := range strings.Lines(before) {
		if !slices.Contains(lines, line) {
			return "", fmt.Errorf("the header changes or removes what never changes: %s", line)
		}
	}
	return strings.Join(lines, ""), nil
}
