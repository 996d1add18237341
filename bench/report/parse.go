package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/internal/report"
)

// results are what benchmarks measured.
type results struct {
	config []report.Fact // what Go and the run say of the machine, in the order of the file
	names  []string      // of benchmarks, in the order of the file
	by     map[string]*measured
}

// measured are the figures of one benchmark, one for each time that it was
// run, by unit.
type measured struct {
	units  []string // in the order of the file
	values map[string][]float64
}

var procs = regexp.MustCompile(`-\d+$`)

// parse reads Go's benchmark format. Benchmark names lose the prefix
// "Benchmark" and the number of processors.
func parse(r io.Reader) (*results, error) {
	res := &results{by: map[string]*measured{}}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if strings.HasPrefix(line, "--- FAIL") || strings.HasPrefix(line, "panic:") {
			return nil, fmt.Errorf("line %d: a benchmark failed: %s", n, line)
		}
		if rest, ok := strings.CutPrefix(line, "Benchmark"); ok {
			if err := res.add(rest); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
		} else if key, value, ok := strings.Cut(line, ": "); ok && key != "" && !strings.ContainsAny(key, " \t") {
			res.set(key, strings.TrimSpace(value))
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(res.names) == 0 {
		return nil, errors.New("no benchmarks in it")
	}
	return res, nil
}

// add takes in a line of figures. The line of a benchmark that has only
// started, or failed, is none.
func (res *results) add(line string) error {
	fields := strings.Fields(line)
	if len(fields) < 4 {
		return nil
	}
	name := procs.ReplaceAllString(fields[0], "")
	m := res.by[name]
	if m == nil {
		m = &measured{values: map[string][]float64{}}
		res.by[name] = m
		res.names = append(res.names, name)
	}
	for i := 2; i+1 < len(fields); i += 2 {
		value, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return fmt.Errorf("benchmark %s: %q is not a number", name, fields[i])
		}
		unit := fields[i+1]
		if m.values[unit] == nil {
			m.units = append(m.units, unit)
		}
		m.values[unit] = append(m.values[unit], value)
	}
	return nil
}

// set keeps a setting unless it is there already: each part of a run
// repeats what Go says of the machine.
func (res *results) set(key, value string) {
	fact := report.Fact{Name: key, Value: value}
	if !slices.Contains(res.config, fact) {
		res.config = append(res.config, fact)
	}
}

// below lists the benchmarks whose name is prefix/..., without it.
func (res *results) below(prefix string) []string {
	var list []string
	for _, name := range res.names {
		if rest, ok := strings.CutPrefix(name, prefix+"/"); ok {
			list = append(list, rest)
		}
	}
	return list
}

// median returns the median of a benchmark's figures of that unit, and
// whether there are any.
func (res *results) median(name, unit string) (float64, bool) {
	m := res.by[name]
	if m == nil || len(m.values[unit]) == 0 {
		return 0, false
	}
	return middle(m.values[unit]), true
}

// spread returns how far the figures reach from their median, as a part of
// it.
func (res *results) spread(name, unit string) float64 {
	v := res.by[name].values[unit]
	mid := middle(v)
	if mid == 0 {
		return 0
	}
	return max(slices.Max(v)-mid, mid-slices.Min(v)) / mid
}

func middle(values []float64) float64 {
	return report.Quantile(slices.Sorted(slices.Values(values)), 0.5)
}
