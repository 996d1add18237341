package scenario

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/internal/similar"
	"github.com/apportion/apportion/internal/unpack"
)

// A table is a file with columns, read line by line: a CSV file with a header, or one of a
// format. What is wrong in it is an error at the key "file" of the entry that names it.
type table struct {
	of      *located
	file    string
	format  *format // or nil
	reader  lines
	columns []string
	index   map[string]int
	line    []string // good until the next is read
	said    []byte   // in the columns of resources
}

// path is where a file is that a scenario names: relative to its own folder.
func (s *Scenario) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(s.file), name)
}

// withTable hands over the file that an entry names, its header read. Those whose names end in
// .gz are unpacked.
func (s *Scenario) withTable(name string, of *located, format *format, do func(*table)) {
	file := s.path(name)
	if about, err := os.Stat(file); err == nil {
		of.refuse(!about.Mode().IsRegular(), "file", "%s is no regular file", file) // others may have no end
	}
	f, err := os.Open(file)
	of.report("file", err)
	defer f.Close()
	in := io.Reader(f)
	if strings.HasSuffix(file, ".gz") {
		in, err = unpack.Gzip(f)
		of.refuse(err != nil, "file", "%s: %v", file, err)
	}
	text := bufio.NewReader(in)
	mark, _ := text.Peek(len(byteOrderMark)) // what can't be read is an error of the first line
	of.refuse(isUTF16(mark), "file", "%s: %s", file, inUTF16)
	if string(mark) == byteOrderMark {
		_, err = text.Discard(len(mark))
		of.report("file", err)
	}
	t := &table{of: of, file: file, format: format, reader: format.openLines(text), index: map[string]int{}}
	if format != nil {
		t.name(format.columns)
	} else {
		t.readHeader()
	}
	do(t)
}

func (t *table) readHeader() {
	if !t.next() {
		panic(t.of.errorf("file", "%s: there is nothing in it", t.file))
	}
	t.name(t.line)
}

// name names the columns.
func (t *table) name(columns []string) {
	for i, name := range columns {
		name = strings.TrimSpace(name)
		_, again := t.index[name]
		t.of.refuse(again && name != "", "file", "%s:1: there are two columns %q%s", t.file, name, likelyFormat(len(columns)))
		t.columns = append(t.columns, name)
		t.index[name] = i
	}
}

// next reads the next line, if there is one.
func (t *table) next() bool {
	behind := ""
	if t.line != nil {
		number, _ := t.reader.FieldPos(0)
		behind = ", behind line " + strconv.Itoa(number)
	}
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
	t.of.refuse(err != nil, "file", "%s%s: %v", t.file, behind, err)
	if t.format != nil && len(line) != len(t.columns) {
		number, _ := t.reader.FieldPos(0)
		panic(t.of.errorf("file", "%s:%d: the line has %d values, and %s has %d columns%s",
			t.file, number, len(line), t.format.name, len(t.columns), likelyFormat(len(line))))
	}
	t.line = line
	return true
}

// isUnknown reports whether the line does not say what a column has.
func (t *table) isUnknown(column int) bool {
	text := strings.TrimSpace(t.line[column])
	return text == "" || t.format != nil && t.format.swf && strings.HasPrefix(text, "-")
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

// count is how many machines or tasks this line stands for, and more than most if it is more. A scale may make parts of
// them.
func (t *table) count(c sourceColumn, most int) int {
	n := t.number(c.column) * c.factor
	if n != math.Trunc(n) && c.factor == 1 {
		panic(t.errorf(c.column, "%s is no whole number", strings.TrimSpace(t.line[c.column])))
	}
	return int(min(math.Round(n), float64(most)+1))
}

// A source column is where what is looked for is found, and its factor.
type sourceColumn struct {
	name   string // of what is looked for
	column int
	factor float64
}

// A knownColumn is found by itself.
type knownColumn struct {
	name, column string
	factor       float64
}

// known are the columns of CSV files that are found by themselves: their own names, and those
// of the openb trace.
var known = []knownColumn{
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

// has reports whether there is a column of a name.
func has(columns []sourceColumn, name string) bool {
	return slices.ContainsFunc(columns, func(c sourceColumn) bool { return c.name == name })
}

// find is the columns of a table that have what c looks for. In a format two columns may say the
// same: of these, the first that a line has counts. Whoever says which column has cpus means one
// task for each line.
func (c *Columns) find(t *table) []sourceColumn {
	var list []sourceColumn
	has := map[string]bool{}
	for _, name := range sorted(c.Names) {
		column := c.Names[name]
		i, ok := t.index[column]
		if !ok {
			panic(c.errorf("names", "%s has no column %q%s", t.file, column, similar.Hint(column, t.columns)))
		}
		list = append(list, sourceColumn{name, i, 1})
		has[name] = true
	}
	if t.format != nil {
		for _, k := range t.format.known {
			_, named := c.Names[k.name]
			_, whole := c.Names["cpus"]
			if !named && (k.name != "count" || !whole) {
				list = append(list, sourceColumn{k.name, t.index[k.column], k.factor})
				has[k.name] = true
			}
		}
	} else {
		for _, k := range known {
			if i, ok := t.index[k.column]; ok && !has[k.name] {
				list = append(list, sourceColumn{k.name, i, k.factor})
				has[k.name] = true
			}
		}
	}
	for _, name := range sorted(c.Scale) {
		if !has[name] {
			c.refuse(true, "scale", "there is no column of %q%s", name, similar.Hint(name, sorted(has)))
		}
		for i := range list {
			if list[i].name == name {
				list[i].factor *= c.Scale[name]
			}
		}
	}
	isResource := func(c sourceColumn) bool { return !slices.Contains(words, c.name) }
	if !slices.ContainsFunc(list, isResource) {
		panic(t.of.errorf("file", "%s has no column of a resource, such as cpus or mem; there are %q%s", t.file, t.columns, t.meant()))
	}
	return list
}

// meant says how to name columns of numbers that are like known ones, or which format a file
// may have.
func (t *table) meant() string {
	var names, list []string
	for _, k := range known[:slices.IndexFunc(known, func(k knownColumn) bool { return k.name == "name" })] {
		names = append(names, k.column)
	}
	named := map[string]bool{}
	numbers := t.next()
	for i, column := range t.columns {
		alike := similar.Names(column, names)
		if len(alike) == 0 || column == "" || named[known[alike[0]].name] {
			continue
		}
		if _, err := number(t.line[i]); numbers && err == nil {
			named[known[alike[0]].name] = true
			list = append(list, known[alike[0]].name+": "+column)
		}
	}
	if len(list) == 0 {
		return cmp.Or(likelyFormat(len(t.columns)), "; columns: {names: {cpus: COLUMN}} says which it is")
	}
	return fmt.Sprintf("; say columns: {names: {%s}} if that is what it is", strings.Join(list, ", "))
}
