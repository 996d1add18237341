package scenario

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Running is the tasks that run from the beginning.
type Running struct {
	located
	File    string  `key:"file" unit:"file name" required:"yes" doc:"a CSV file with a line for a task, or for some that are alike"`
	Columns Columns `key:"columns" unit:"mapping" default:"{}" doc:"of its resources"`
}

// RunningRow is tasks that run from the beginning, all on one machine.
type RunningRow struct {
	Framework, Machine string
	Role               string // "": the framework's first
	Count              int
	Size               Resources
	Left               float64 // how many seconds they take from then on; 0: as is drawn
}

// EachRunning calls a function with each line of the file of those that run. An error
// that it returns gets the line's place.
func (s *Scenario) EachRunning(do func(*RunningRow) error) error {
	if s.Running == nil {
		return nil
	}
	r := s.Running
	t, err := openTable(s.path(r.File))
	if err != nil {
		return r.errorf("file", "%v", err)
	}
	defer t.close()
	columns, err := r.Columns.find(t, &r.located)
	if err != nil {
		return err
	}
	for _, name := range []string{"framework", "machine"} {
		if _, ok := t.index[name]; !ok {
			return r.errorf("file", "%s has no column %q", t.file, name)
		}
	}
	err = t.eachLine(func() error {
		row, err := t.running(columns)
		if err != nil {
			return err
		}
		if err := do(row); err != nil {
			line, _ := t.reader.FieldPos(0)
			return fmt.Errorf("%s:%d: %w", t.file, line, err)
		}
		return nil
	})
	if err != nil {
		return r.errorf("file", "%v", err)
	}
	return nil
}

// text is what a line has in a column, which may not be there.
func (t *table) text(name string) string {
	if i, ok := t.index[name]; ok {
		return strings.TrimSpace(t.line[i])
	}
	return ""
}

// running reads a line.
func (t *table) running(columns []sourceColumn) (*RunningRow, error) {
	row := &RunningRow{Framework: t.text("framework"), Machine: t.text("machine"), Role: t.text("role"), Count: 1, Size: Resources{}}
	err := t.read(columns, row.Size, func(c sourceColumn) error {
		if c.name != "count" || t.line[c.column] == "" {
			return nil
		}
		n, err := strconv.Atoi(strings.TrimSpace(t.line[c.column]))
		if err != nil || n < 1 || n > mostTasks {
			return t.errorf(c.column, "%q is no count from 1 to %d", t.line[c.column], mostTasks)
		}
		row.Count = n
		return nil
	})
	if err != nil {
		return nil, err
	}
	if row.Size.empty() {
		return nil, t.errorf(t.index["framework"], "the task needs nothing")
	}
	switch left := t.text("left"); left {
	case "":
	case "forever":
		row.Left = math.Inf(1)
	default:
		if row.Left, err = t.number(t.index["left"]); err != nil {
			return nil, err
		}
		row.Left = max(row.Left, 1e-3)
	}
	return row, nil
}
