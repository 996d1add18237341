// Command counted counts what benchmarks do, instead of timing it: instructions and cache
// misses, by valgrind's cachegrind. Each line of a table is run in two lengths, and the
// difference is divided by what was done, so that setting up is not in it. It fails where a
// line has grown by more than the table allows: gate.tsv in the gate (make counted-test), table.tsv for make
// bench-counted.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"text/tabwriter"
)

func main() {
	table := flag.String("table", "bench/counted/table.tsv", "the figures to compare with")
	binary := flag.String("binary", "out/bench.test", "what go test -c ./bench built")
	only := flag.String("only", "", "count only the lines whose names match")
	lastLevel := flag.Int("last-level", 4<<20, "bytes of the last-level cache")
	flag.Parse()
	if err := run(*table, *binary, *only, *lastLevel); err != nil {
		fmt.Fprintln(os.Stderr, "counted:", err)
		os.Exit(1)
	}
}

func run(table, binary, only string, lastLevel int) error {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		fmt.Println("counted: the figures are those of linux/amd64: nothing was counted")
		return nil
	}
	matches, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(table)
	if err != nil {
		return err
	}
	all, err := parseTable(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", table, err)
	}
	var lines []line
	for _, l := range all {
		if matches.MatchString(l.benchmark) {
			lines = append(lines, l)
		}
	}
	counted, err := countAll(cachegrind{binary: binary, lastLevel: lastLevel}, lines)
	if err != nil {
		return err
	}
	return errors.Join(write(lines, counted), grown(lines, counted))
}

// countAll counts as many lines at once as there are processors, which disturbs nothing.
func countAll(c cachegrind, lines []line) ([]figures, error) {
	counted, failed := make([]figures, len(lines)), make([]error, len(lines))
	turns := make(chan struct{}, runtime.NumCPU())
	var all sync.WaitGroup
	for i, l := range lines {
		all.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			counted[i], failed[i] = c.countSurely(l)
		})
	}
	all.Wait()
	return counted, errors.Join(failed...)
}

// countSurely counts a line, and one that seems to have grown twice more: the middle of the three
// counts. Where a process puts its hash tables is drawn anew each time, and last-level misses of one
// binary differ by some hundredths with it.
func (c cachegrind) countSurely(l line) (figures, error) {
	first, err := c.count(l)
	if err != nil || len(l.grown(first)) == 0 {
		return first, err
	}
	second, err := c.count(l)
	if err != nil {
		return figures{}, err
	}
	third, err := c.count(l)
	return middle(first, second, third), err
}

// middle is of each figure the one between the two others.
func middle(x, y, z figures) (m figures) {
	for f := range m {
		m[f] = max(min(x[f], y[f]), min(max(x[f], y[f]), z[f]))
	}
	return m
}

// write prints what was counted beside what was expected.
func write(lines []line, counted []figures) error {
	out := bufio.NewWriter(os.Stdout)
	columns := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(columns, "line\tof each\t")
	for _, f := range figureNames {
		fmt.Fprintf(columns, "%s\tbefore\t\t", f)
	}
	fmt.Fprintln(columns)
	for i, l := range lines {
		fmt.Fprintf(columns, "%s\t%s\t", l.name(), l.unit)
		for f, now := range counted[i] {
			fmt.Fprintf(columns, "%s\t%s\t%+.1f %%\t", format(now), format(l.expected[f]), 100*growth(l.expected[f], now))
		}
		fmt.Fprintln(columns)
	}
	return errors.Join(columns.Flush(), out.Flush())
}

// format writes a figure as tables have it: to four digits or to the unit.
func format(figure float64) string {
	if figure >= 1000 {
		return fmt.Sprintf("%.0f", figure)
	}
	return fmt.Sprintf("%.4g", figure)
}

// grown says which figures are larger than their lines allow.
func grown(lines []line, counted []figures) error {
	var all []string
	for i, l := range lines {
		all = append(all, l.grown(counted[i])...)
	}
	if len(all) == 0 {
		return nil
	}
	return errors.New("more than the table allows:\n" + strings.Join(all, "\n"))
}

// grown says which figures of a line are larger than it allows.
func (l *line) grown(counted figures) (all []string) {
	for f, now := range counted {
		if before := l.expected[f]; now > allowed[f].most(before) {
			all = append(all, fmt.Sprintf("%s: %s %s for each %s, %.1f %% more than %s",
				l.name(), format(now), figureNames[f], l.unit, 100*growth(before, now), format(before)))
		}
	}
	return all
}
