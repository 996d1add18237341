package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/apportion/apportion/quantities"
)

// A MachineRow is a line of a CSV file of machines.
type MachineRow struct {
	Name  string // or ""
	Count int
	Has   Resources
}

// A TaskRow is a line of a CSV file of tasks.
type TaskRow struct {
	Arrival, Duration float64 // s; the first task arrives at 0
	Size              Resources
}

// words are the columns that are no resources.
var words = []string{"name", "count", "arrival", "start", "end", "duration"}

// MachineRows reads the file of a group of machines.
func (s *Scenario) MachineRows(m *Machines) ([]MachineRow, error) {
	t, err := openTable(s.path(m.File))
	if err != nil {
		return nil, m.errorf("file", "%v", err)
	}
	defer t.close()
	columns, err := m.Columns.find(t, &m.located)
	if err != nil {
		return nil, err
	}
	var rows []MachineRow
	total := 0
	err = t.eachLine(func() error {
		row := MachineRow{Count: 1, Has: Resources{}}
		err := t.read(columns, row.Has, func(c sourceColumn) error {
			switch c.name {
			case "name":
				row.Name = t.line[c.column]
			case "count":
				v, err := t.number(c.column)
				row.Count = int(min(v, mostMachines+1))
				return err
			}
			return nil
		})
		if err != nil {
			return err
		}
		if total += row.Count; total > mostMachines {
			return fmt.Errorf("there are more than %d machines", mostMachines)
		}
		if row.Has.empty() {
			return t.errorf(columns[0].column, "the machine has nothing")
		}
		rows = append(rows, row)
		return nil
	})
	if err != nil {
		return nil, m.errorf("file", "%v", err)
	}
	if len(rows) == 0 {
		return nil, m.errorf("file", "%s has no lines below its header", t.file)
	}
	return rows, nil
}

// TaskRows reads the file of a kind of tasks, and says whether it has their times.
func (s *Scenario) TaskRows(k *Tasks) (rows []TaskRow, timed bool, err error) {
	t, err := openTable(s.path(k.File))
	if err != nil {
		return nil, false, k.errorf("file", "%v", err)
	}
	defer t.close()
	columns, err := k.Columns.find(t, &k.located)
	if err != nil {
		return nil, false, err
	}
	has := func(name string) bool {
		return slices.ContainsFunc(columns, func(c sourceColumn) bool { return c.name == name })
	}
	timed = has("arrival") && (has("duration") || has("end"))
	err = t.eachLine(func() error {
		row, ok, err := t.task(columns)
		if ok {
			rows = append(rows, row)
		}
		return err
	})
	if err != nil {
		return nil, false, k.errorf("file", "%v", err)
	}
	if len(rows) == 0 {
		return nil, false, k.errorf("file", "%s has no tasks", t.file)
	}
	if !timed && !k.has("every") && !k.has("keep") && !k.has("backlog") {
		return nil, false, k.errorf("file", "%s has no columns for arrival and duration, and there is none of the keys %q", t.file, []string{"every", "keep", "backlog"})
	}
	if timed {
		slices.SortStableFunc(rows, func(a, b TaskRow) int { return cmp.Compare(a.Arrival, b.Arrival) })
		first := rows[0].Arrival
		for i := range rows {
			rows[i].Arrival = (rows[i].Arrival - first) / k.Speed
			rows[i].Duration = max(1e-3, rows[i].Duration/k.Speed)
		}
	}
	return rows, timed, nil
}

// task reads a line. One that never ran, which has no start or no end, is no task.
func (t *table) task(columns []sourceColumn) (TaskRow, bool, error) {
	row := TaskRow{Size: Resources{}}
	start, end := -1.0, -1.0
	ran := true
	err := t.read(columns, row.Size, func(c sourceColumn) error {
		if c.name == "name" || c.name == "count" {
			return nil
		}
		if t.line[c.column] == "" {
			ran = false
			return nil
		}
		v, err := t.number(c.column)
		v *= c.factor
		switch c.name {
		case "arrival":
			row.Arrival = v
		case "start":
			start = v
		case "end":
			end = v
		case "duration":
			row.Duration = v
		}
		return err
	})
	if err != nil || !ran {
		return row, false, err
	}
	if end >= 0 && row.Duration == 0 {
		if start < 0 {
			start = row.Arrival
		}
		row.Duration = end - start
	}
	return row, !row.Size.empty() && row.Duration >= 0, nil
}

// read reads the resources of a line, and hands over the other columns.
func (t *table) read(columns []sourceColumn, into Resources, other func(sourceColumn) error) error {
	for _, c := range columns {
		if slices.Contains(words, c.name) {
			if err := other(c); err != nil {
				return err
			}
			continue
		}
		v, err := t.number(c.column)
		if err != nil {
			return err
		}
		amount, err := quantities.FromFloat(v * c.factor)
		if err != nil {
			return t.errorf(c.column, "%v", err)
		}
		if amount > 0 {
			into[c.name] = amount
		}
	}
	return nil
}

// lawFiles says whether the files of laws have been read.
type lawFiles struct {
	once sync.Once
	err  error
}

// LoadLaws reads the files of laws, once for all runs.
func (s *Scenario) LoadLaws() error {
	s.laws.once.Do(func() { s.laws.err = s.eachLaw(s.loadLaw) })
	return s.laws.err
}

// eachLaw calls a function with every law, up to the first error.
func (s *Scenario) eachLaw(do func(*Law) error) error {
	for _, f := range s.Frameworks {
		if err := do(&f.Hold.Law); err != nil {
			return err
		}
		for _, t := range f.Tasks {
			if err := t.eachLaw(do); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *Tasks) eachLaw(do func(*Law) error) error {
	if err := do(&t.Duration.Law); err != nil {
		return err
	}
	if err := do(&t.Batch.Law); err != nil {
		return err
	}
	if t.Every != nil {
		if err := do(&t.Every.Law); err != nil {
			return err
		}
	}
	for _, name := range sorted(t.Size) {
		law := t.Size[name]
		if err := do(&law); err != nil {
			return err
		}
		t.Size[name] = law
	}
	return nil
}

func (s *Scenario) loadLaw(l *Law) error {
	if l.File == "" || l.List != nil {
		return nil
	}
	t, err := openTable(s.path(l.File))
	if err != nil {
		return l.where.errorf("file", "%v", err)
	}
	defer t.close()
	column, ok := t.index[l.Column]
	if !ok {
		return l.where.errorf("column", "%s has no column %q%s", t.file, l.Column, suggestion(l.Column, t.columns))
	}
	err = t.eachLine(func() error {
		if t.line[column] == "" {
			return nil
		}
		v, err := t.number(column)
		if err == nil {
			l.List = append(l.List, v)
		}
		return err
	})
	if err != nil {
		return l.where.errorf("file", "%v", err)
	}
	if len(l.List) == 0 {
		return l.where.errorf("file", "%s has no values in column %q", t.file, l.Column)
	}
	return nil
}
