package scenario

import (
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
