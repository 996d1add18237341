package scenario

import (
	"slices"
	"sync"

	"github.com/apportion/apportion/internal/similar"
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
func (s *Scenario) MachineRows(m *Machines) (rows []MachineRow, err error) {
	defer catch(&err)
	s.withTable(m.File, &m.located, m.Columns.formatOf(), func(t *table) {
		columns := m.Columns.find(t)
		total := 0
		known := map[string]bool{}
		for t.next() {
			row := MachineRow{Count: 1, Has: Resources{}}
			t.read(columns, row.Has, func(c sourceColumn) {
				switch c.name {
				case "name":
					row.Name = t.line[c.column]
				case "count":
					if !t.isUnknown(c.column) {
						row.Count = t.count(c, MostMachines)
					}
				}
			})
			if t.format != nil && t.format.again {
				// A line may say that a machine goes, and not what it has.
				if known[row.Name] || len(row.Has) == 0 {
					continue
				}
				known[row.Name] = true
			}
			if row.Count == 0 {
				continue // it would take memory for nothing
			}
			total += row.Count
			m.refuse(total > MostMachines, "file", "there are more than %d machines", MostMachines)
			if row.Has.empty() {
				panic(t.errorf(columns[0].column, "the machine has nothing"))
			}
			rows = append(rows, row)
		}
		m.refuse(len(rows) == 0, "file", "%s has no machines", t.file)
	})
	return rows, nil
}

// read reads the resources of a line, and hands over the other columns.
func (t *table) read(columns []sourceColumn, into Resources, other func(sourceColumn)) {
	for _, c := range columns {
		if slices.Contains(words, c.name) {
			other(c)
			continue
		}
		if _, there := into[c.name]; there || t.isUnknown(c.column) {
			continue
		}
		amount, err := quantities.FromFloat(t.number(c.column) * c.factor)
		if err != nil {
			panic(t.errorf(c.column, "%v", err))
		}
		if amount > 0 {
			into[c.name] = amount
		}
	}
}

// distributionFiles are the files of distributions, once they have been read.
type distributionFiles struct {
	once   sync.Once
	err    error
	lists  map[distributionColumn][]float64
	values int // in all
}

// A distributionColumn has a distribution's values. Distributions of the same column share them.
type distributionColumn struct{ file, column string }

// LoadDistributions reads the files of distributions, once for all runs.
func (s *Scenario) LoadDistributions() error {
	s.distributions.once.Do(func() {
		defer catch(&s.distributions.err)
		s.distributions.lists = map[distributionColumn][]float64{}
		for _, m := range s.AllMachines() {
			if m.Fails != nil {
				s.loadDistribution(&m.Fails.Distribution)
			}
			s.loadDistribution(&m.Repair.Distribution)
		}
		for _, f := range s.Frameworks {
			s.loadDistribution(&f.Hold.Distribution)
			for _, t := range f.Tasks {
				s.loadLawsOf(t)
			}
		}
	})
	return s.distributions.err
}

func (s *Scenario) loadLawsOf(t *Tasks) {
	s.loadDistribution(&t.Duration.Distribution)
	s.loadDistribution(&t.Batch.Distribution)
	if t.Every != nil {
		s.loadDistribution(&t.Every.Distribution)
	}
	for _, name := range sorted(t.Size) {
		distribution := t.Size[name]
		s.loadDistribution(&distribution)
		t.Size[name] = distribution
	}
}

func (s *Scenario) loadDistribution(l *Distribution) {
	if l.File == "" || l.List != nil {
		return
	}
	key := distributionColumn{l.File, l.Column}
	if l.List = s.distributions.lists[key]; l.List != nil {
		return
	}
	s.withTable(l.File, &l.where, nil, func(t *table) {
		column, ok := t.index[l.Column]
		l.where.refuse(!ok, "column", "%s has no column %q%s", t.file, l.Column, similar.Hint(l.Column, t.columns))
		for t.next() {
			if t.line[column] != "" {
				l.List = append(l.List, t.number(column))
				s.distributions.values++
				l.where.refuse(s.distributions.values > MostInFiles, "file", "there are more than %d values in files", MostInFiles)
			}
		}
		l.where.refuse(len(l.List) == 0, "file", "%s has no values in column %q", t.file, l.Column)
	})
	s.distributions.lists[key] = l.List
}
