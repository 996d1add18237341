package scenario

import (
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
func (s *Scenario) EachRunning(do func(*RunningRow) error) (err error) {
	defer catch(&err)
	r := s.Running
	if r == nil {
		return nil
	}
	s.withTable(r.File, &r.located, r.Columns.formatOf(), func(t *table) {
		columns := r.Columns.find(t)
		for _, name := range []string{"framework", "machine"} {
			_, ok := t.index[name]
			r.refuse(!ok, "file", "%s has no column %q", t.file, name)
		}
		total := 0
		for t.next() {
			row := t.running(columns)
			total += row.Count
			r.refuse(total > mostRunning, "file", "there are more than %d tasks", mostRunning)
			if err := do(row); err != nil {
				line, _ := t.reader.FieldPos(0)
				panic(r.errorf("file", "%s:%d: %v", t.file, line, err))
			}
		}
	})
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
func (t *table) running(columns []sourceColumn) *RunningRow {
	row := &RunningRow{Framework: t.text("framework"), Machine: t.text("machine"), Role: t.text("role"), Count: 1, Size: Resources{}}
	t.read(columns, row.Size, func(c sourceColumn) {
		if c.name != "count" || t.line[c.column] == "" {
			return
		}
		n, err := strconv.Atoi(strings.TrimSpace(t.line[c.column]))
		if err != nil || n < 1 || n > mostTasks {
			panic(t.errorf(c.column, "%q is no count from 1 to %d", t.line[c.column], mostTasks))
		}
		row.Count = n
	})
	if row.Size.empty() {
		panic(t.errorf(t.index["framework"], "the task needs nothing"))
	}
	switch t.text("left") {
	case "":
	case "forever":
		row.Left = math.Inf(1)
	default:
		row.Left = max(t.number(t.index["left"]), 1e-3)
	}
	return row
}
