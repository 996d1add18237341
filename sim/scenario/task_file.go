package scenario

import (
	"cmp"
	"fmt"
	"slices"
)

// A TaskFile is a CSV file of a kind of tasks, as the kind uses it.
type TaskFile struct {
	Rows    []TaskRow
	Arrives bool // tasks arrive when it says
	Lasts   bool // tasks take as long as it says
}

// A TaskRow is a task of such a file.
type TaskRow struct {
	Arrival, Duration float64 // s; the first task arrives at 0
	Size              Resources
}

// mostRows bounds the tasks of a file.
const mostRows = 20_000_000

// TaskFile reads the file of a kind of tasks. The kind's own
// arrivals and durations replace the times in the file.
func (s *Scenario) TaskFile(k *Tasks) (*TaskFile, error) {
	t, err := openTable(s.path(k.File))
	if err != nil {
		return nil, k.errorf("file", "%v", err)
	}
	defer t.close()
	columns, err := k.Columns.find(t, &k.located)
	if err != nil {
		return nil, err
	}
	f, err := k.useOf(t, columns)
	if err != nil {
		return nil, err
	}
	err = t.eachLine(func() error {
		row, count, err := t.task(columns)
		if len(f.Rows)+count > mostRows {
			return fmt.Errorf("there are more than %d tasks", mostRows)
		}
		f.Rows = append(f.Rows, slices.Repeat([]TaskRow{row}, count)...)
		return err
	})
	if err != nil {
		return nil, k.errorf("file", "%v", err)
	}
	if len(f.Rows) == 0 {
		return nil, k.errorf("file", "%s has no tasks", t.file)
	}
	f.scaleTimes(k.Speed)
	return f, nil
}

// useOf says which of a file's times count.
func (k *Tasks) useOf(t *table, columns []sourceColumn) (*TaskFile, error) {
	has := func(name string) bool {
		return slices.ContainsFunc(columns, func(c sourceColumn) bool { return c.name == name })
	}
	told := k.sayArrivals()
	lasting := has("duration") || has("end") && (has("start") || has("arrival"))
	f := &TaskFile{
		Arrives: !told && has("arrival") && (lasting || k.has("duration")),
		Lasts:   lasting && !k.has("duration"),
	}
	switch {
	case !told && !f.Arrives:
		return nil, k.errorf("file", "%s has no columns for arrival and duration, and there is none of the keys %q", t.file, arrivalKeys)
	case f.Arrives && k.Gang > 1:
		return nil, k.errorf("gang", "gangs arrive with every or keep: in %s each task has a time of its own", t.file)
	}
	return f, nil
}

// scaleTimes divides times by the speed, from the first arrival on.
func (f *TaskFile) scaleTimes(speed float64) {
	if f.Arrives {
		slices.SortStableFunc(f.Rows, func(a, b TaskRow) int { return cmp.Compare(a.Arrival, b.Arrival) })
	}
	first := f.Rows[0].Arrival
	for i := range f.Rows {
		f.Rows[i].Arrival = (f.Rows[i].Arrival - first) / speed
		f.Rows[i].Duration = max(1e-3, f.Rows[i].Duration/speed)
	}
}

// task reads a line, and how many tasks it is. One that never ran, which has no start or
// no end, is none.
func (t *table) task(columns []sourceColumn) (row TaskRow, count int, err error) {
	row.Size = Resources{}
	start, end := -1.0, -1.0
	count = 1
	err = t.read(columns, row.Size, func(c sourceColumn) error {
		switch {
		case c.name == "name":
			return nil
		case t.line[c.column] == "" && c.name != "count":
			count = 0
			return nil
		}
		v, err := t.number(c.column)
		v *= c.factor
		switch c.name {
		case "count":
			count = min(count, 1) * int(min(v, mostRows+1))
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
	if end >= 0 && row.Duration == 0 {
		if start < 0 {
			start = row.Arrival
		}
		row.Duration = end - start
	}
	if err != nil || row.Size.empty() || row.Duration < 0 {
		return row, 0, err
	}
	return row, count, nil
}
