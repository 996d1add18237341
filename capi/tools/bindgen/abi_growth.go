package main

import (
	"fmt"
	"slices"
	"strings"
)

// symbols returns the list of functions, each with the version that it is there
// since.
func symbols(h *header, before string) (string, error) {
	var lines []string
	for _, f := range h.functions {
		lines = append(lines, f.name+" "+f.since+"\n")
	}
	slices.Sort(lines)
	text := strings.Join(lines, "")
	return text, keeps(before, text)
}

// keeps refuses a list that lacks an entry of the one before: the ABI only grows.
func keeps(before, after string) error {
	entries := map[string]bool{}
	for _, e := range entryPattern.FindAllString(after, -1) {
		entries[e] = true
	}
	for _, e := range entryPattern.FindAllString(before, -1) {
		if !entries[e] {
			return fmt.Errorf("the header changes or removes what never changes: %s", e)
		}
	}
	return nil
}
