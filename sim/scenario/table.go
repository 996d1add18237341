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

// A table is a CSV file with a header, read line by line.
type table struct {
	file    string
	reader  *csv.Reader
	close   func() error
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

func openTable(file string) (*table, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	t := &table{file: file, reader: csv.NewReader(f), close: f.Close, index: map[string]int{}}
	t.reader.ReuseRecord = true
	t.reader.TrimLeadingSpace = true
	header, err := t.reader.Read()
	if err != nil {
		f.Close()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: there is nothing in it", file)
		}
		return nil, csvError(file, err)
	}
	for i, name := range header {
		name = strings.TrimSpace(strings.TrimPrefix(name, "\ufeff"))
		if _, again := t.index[name]; again && name != "" {
			f.Close()
			return nil, fmt.Errorf("%s:1: there are two columns %q", file, name)
		}
		t.columns = append(t.columns, name)
		t.index[name] = i
	}
	return t, nil
}

// eachLine calls a function at each line, up to the first error.
func (t *table) eachLine(do func() error) error {
	for {
		line, err := t.reader.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return csvError(t.file, err)
		}
		t.line = line
		if err := do(); err != nil {
			return err
		}
	}
}

// csvError says where in a file a line is no CSV, as the other errors of tables do.
func csvError(file string, err error) error {
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		if errors.Is(e.Err, csv.ErrFieldCount) {
			return fmt.Errorf("%s:%d: the line has not as many values as the header has columns", file, e.Line)
		}
		return fmt.Errorf("%s:%d: %w", file, e.Line, e.Err)
	}
	return fmt.Errorf("%s: %w", file, err)
}

func (t *table) errorf(column int, format string, arguments ...any) error {
	line, _ := t.reader.FieldPos(column)
	return fmt.Errorf("%s:%d: column %q: %s", t.file, line, t.columns[column], fmt.Sprintf(format, arguments...))
}

// number is the value of a column in this line, which is not negative.
func (t *table) number(column int) (float64, error) {
	text := strings.TrimSpace(t.line[column])
	v, err := number(text)
	switch {
	case err != nil:
		return 0, t.errorf(column, "%v", err)
	case v < 0:
		return 0, t.errorf(column, "%s is negative", text)
	}
	return v, nil
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

// find is the columns of a table that something is looked for in: of the file that an
// entry names.
func (c *Columns) find(t *table, of *located) ([]sourceColumn, error) {
	var list []sourceColumn
	has := map[string]bool{}
	for _, name := range sorted(c.Names) {
		column := c.Names[name]
		i, ok := t.index[column]
		if !ok {
			return nil, c.errorf("names", "%s has no column %q%s", t.file, column, suggestion(column, t.columns))
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
		if !has[name] {
			return nil, c.errorf("scale", "there is no column of %q", name)
		}
		for i := range list {
			if list[i].name == name {
				list[i].factor *= c.Scale[name]
			}
		}
	}
	if !slices.ContainsFunc(list, func(c sourceColumn) bool { return !slices.Contains(words, c.name) }) {
		return nil, of.errorf("file", "%s has no column of a resource, such as cpus or mem; there are %q", t.file, t.columns)
	}
	return list, nil
}
