package main

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

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

// parse reads Go's benchmark format. Benchmark names lose the number of processors.
func parse(r io.Reader) (*results, error) {
	res := &results{by: map[string]*measured{}}
	in := benchfmt.NewReader(r, "line")
	for in.Scan() {
		switch x := in.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, x
		case *benchfmt.Result:
			res.add(x)
		}
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	if len(res.names) == 0 {
		return nil, errors.New("no benchmarks in it")
	}
	return res, nil
}

// add takes in a line of figures, in the units that it has them in.
func (res *results) add(x *benchfmt.Result) {
	name := procs.ReplaceAllString(x.Name.String(), "")
	m := res.by[name]
	if m == nil {
		m = &measured{values: map[string][]float64{}}
		res.by[name] = m
		res.names = append(res.names, name)
	}
	for _, v := range x.Values {
		if v.OrigUnit != "" {
			v.Unit, v.Value = v.OrigUnit, v.OrigValue
		}
		if m.values[v.Unit] == nil {
			m.units = append(m.units, v.Unit)
		}
		m.values[v.Unit] = append(m.values[v.Unit], v.Value)
	}
	for _, c := range x.Config { // each part of a run repeats what Go says of the machine
		fact := report.Fact{Name: c.Key, Value: string(c.Value)}
		if !slices.Contains(res.config, fact) {
			res.config = append(res.config, fact)
		}
	}
}

var procs = regexp.MustCompile(`-\d+$`)

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
// it. There are some.
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
