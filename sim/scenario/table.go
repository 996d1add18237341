package scenario

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A table is a CSV file with a header, read line by line. What is wrong in it is an error at
// the key "file" of the entry that names it.
type table struct {
	of      *located
	file    string
	reader  *csv.Reader
	columns []string
	index   map[string]int
	line    []string
}

// path is where a file is that a scenario names: relative to its own folder.
func (s *Scenario) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(s.file), name)
}

// withTable hands over the file that an entry names, its header read.
func (s *Scenario) withTable(name string, of *located, do func(*table)) {
	file := s.path(name)
	f, err := os.Open(file)
	of.report("file", err)
	defer f.Close()
	t := &table{of: of, file: file, reader: csv.NewReader(f), index: map[string]int{}}
	t.reader.ReuseRecord = true
	t.reader.TrimLeadingSpace = true
	if !t.next() {
		panic(of.errorf("file", "%s: there is nothing in it", file))
	}
	for i, name := range t.line {
		name = strings.TrimSpace(strings.TrimPrefix(name, "\ufeff"))
		_, again := t.index[name]
		of.refuse(again && name != "", "file", "%s:1: there are two columns %q", file, name)
		t.columns = append(t.columns, name)
		t.index[name] = i
	}
	do(t)
}

// next reads the next line, if there is one.
func (t *table) next() bool {
	line, err := t.reader.Read()
	if errors.Is(err, io.EOF) {
		return false
	}
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		if err = e.Err; errors.Is(err, csv.ErrFieldCount) {
			err = errors.New("the line has not as many values as the header has columns")
		}
		panic(t.of.errorf("file", "%s:%d: %v", t.file, e.Line, err))
	}
	t.of.refuse(err != nil, "file", "%s: %v", t.file, err)
	t.line = line
	return true
}

func (t *table) errorf(column int, format string, arguments ...any) *Error {
	line, _ := t.reader.FieldPos(column)
	text := fmt.Sprintf(format, arguments...)
	return t.of.errorf("file", "%s:%d: column %q: %s", t.file, line, t.columns[column], text)
}

// number is the value of a column in this line, which is not negative.
func (t *table) number(column int) float64 {
	text := strings.TrimSpace(t.line[column])
	v, err := number(text)
	switch {
	case err != nil:
		panic(t.errorf(column, "%v", err))
	case v < 0:
		panic(t.errorf(column, "%s is negative", text))
	}
	return v
}

// A source column is where what is looked for is found, and its factor.
type sourceColumn struct {
	name   string // of what is looked for
	column int
	factor float64
}

// known are the columns that are found by themselves: their own names, and those of
// the openb trace.
var known = []struct {
	name, column string
	factor       float64
}{
	{"cpus", "cpus", 1}, {"cpus", "cpu_milli", 1e-3},
	{"mem", "mem", 1}, {"mem", "memory_mib", 1},
	{"gpus", "gpus", 1}, {"gpus", "gpu", 1}, {"gpus", "num_gpu", 1},
	{"disk", "disk", 1},
	{"name", "name", 1}, {"name", "sn", 1},
	{"count", "count", 1},
	{"arrival", "arrival", 1}, {"arrival", "creation_time", 1},
	{"start", "start", 1}, {"start", "scheduled_time", 1},
	{"end", "end", 1}, {"end", "deletion_time", 1},
	{"duration", "duration", 1},
}

// find is the columns of a table that something is looked for in.
func (c *Columns) find(t *table) []sourceColumn {
	var list []sourceColumn
	has := map[string]bool{}
	for _, name := range sorted(c.Names) {
		column := c.Names[name]
		i, ok := t.index[column]
		if !ok {
			panic(c.errorf("names", "%s has no column %q%s", t.file, column, suggestion(column, t.columns)))
		}
		list = append(list, sourceColumn{name, i, 1})
		has[name] = true
	}
	for _, k := range known {
		if i, ok := t.index[k.column]; ok && !has[k.name] {
			list = append(list, sourceColumn{k.name, i, k.factor})
			has[k.name] = true
		}
	}
	for _, name := range sorted(c.Scale) {
		c.refuse(!has[name], "scale", "there is no column of %q", name)
		for i := range list {
			if list[i].name == name {
				list[i].factor *= c.Scale[name]
			}
		}
	}
	isResource := func(c sourceColumn) bool { return !slices.Contains(words, c.name) }
	t.of.refuse(!slices.ContainsFunc(list, isResource), "file",
		"%s has no column of a resource, such as cpus or mem; there are %q", t.file, t.columns)
	return list
}
