package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// figures are what is counted of each of something: instructions, misses of the first-level
// caches of code and of data, misses of the last level.
type figures [4]float64

var figureNames = [len(figures{})]string{"instructions", "code misses", "data misses", "last-level misses"}

// bound is how much a figure may grow: by a share, and by so much besides.
type bound struct{ share, more float64 }

func (b bound) most(before float64) float64 { return before*(1+b.share) + b.more }

// allowed are the bounds of figures. First-level misses hang on how the linker orders functions
// and where a run's seeds put its hash tables, which no source line says: one binary's differ by
// a fifth. They are told and have no bound.
var allowed = [len(figures{})]bound{{0.03, 1}, {math.Inf(1), 0}, {math.Inf(1), 0}, {0.08, 0.3}}

// growth is by what share of before a figure has grown.
func growth(before, now float64) float64 {
	if before == now {
		return 0
	}
	return now/before - 1
}

// line is a line of a table of figures.
type line struct {
	benchmark  string // path, as -test.bench has it
	operations int    // by how many more the longer run is longer
	parts      int    // of one operation; figures are those of a part
	unit       string // what a part is
	expected   figures
}

// name is what the benchmark calls its line.
func (l *line) name() string {
	return l.benchmark[strings.LastIndex(l.benchmark, "/")+1:]
}

// parseTable reads lines of fields apart by tabs or spaces: benchmark, operations, parts, unit,
// and the figures. What follows "#" is a remark.
func parseTable(text string) ([]line, error) {
	var lines []line
	seen := map[string]bool{}
	for n, row := range strings.Split(text, "\n") {
		row, _, _ = strings.Cut(row, "#")
		fields := strings.Fields(row)
		if len(fields) == 0 {
			continue
		}
		l, err := parseLine(fields)
		if err == nil && seen[l.benchmark] {
			err = fmt.Errorf("%s is there twice", l.benchmark)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
		seen[l.benchmark] = true
		lines = append(lines, l)
	}
	return lines, nil
}

func parseLine(fields []string) (line, error) {
	if want := 4 + len(figures{}); len(fields) != want {
		return line{}, fmt.Errorf("%d fields, not %d", len(fields), want)
	}
	l := line{benchmark: fields[0], unit: fields[3]}
	for i, to := range []*int{&l.operations, &l.parts} {
		n, err := strconv.Atoi(fields[1+i])
		if err != nil || n < 1 {
			return line{}, fmt.Errorf("%q is no count", fields[1+i])
		}
		*to = n
	}
	for f := range l.expected {
		figure, err := strconv.ParseFloat(fields[4+f], 64)
		if err != nil || !(figure >= 0) {
			return line{}, fmt.Errorf("%q is no figure", fields[4+f])
		}
		l.expected[f] = figure
	}
	return l, nil
}
