package scenario

import (
	"cmp"
	"maps"
	"math"
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

// TaskFile reads the file of a kind of tasks. The kind's own
// arrivals and durations replace the times in the file.
func (s *Scenario) TaskFile(k *Tasks) (f *TaskFile, err error) {
	defer catch(&err)
	s.withTable(k.File, &k.located, k.Columns.formatOf(), func(t *table) {
		columns := k.Columns.find(t)
		f = k.useOf(t, columns)
		read := t.task
		if t.format != nil && t.format.events != nil {
			read = newTaskEvents(t.format, t).task(t)
		}
		sizes := map[string]Resources{}
		for t.next() {
			row, count := read(columns)
			k.refuse(len(f.Rows)+count > MostInFiles, "file", "there are more than %d tasks", MostInFiles)
			if count > 0 { // else the line need not say a size
				row.Size = t.sameSize(columns, row.Size, sizes)
			}
			f.Rows = append(f.Rows, slices.Repeat([]TaskRow{row}, count)...)
		}
		k.refuse(len(f.Rows) == 0, "file", "%s has no tasks", t.file)
	})
	f.scaleTimes(k.Speed)
	return f, nil
}

// sameSize is the size of an earlier line that says the same, or this line's if there is none: most
// tasks of a file are alike, and need no map each.
func (t *table) sameSize(columns []sourceColumn, size Resources, known map[string]Resources) Resources {
	t.said = t.said[:0]
	for _, c := range columns {
		if !slices.Contains(words, c.name) {
			t.said = append(append(t.said, t.line[c.column]...), 0)
		}
	}
	if same, ok := known[string(t.said)]; ok {
		return same
	}
	known[string(t.said)] = size
	return size
}

// useOf says which of a file's times count.
func (k *Tasks) useOf(t *table, columns []sourceColumn) *TaskFile {
	has := func(name string) bool { return has(columns, name) }
	told := k.sayArrivals()
	events := t.format != nil && t.format.events != nil
	lasting := events || has("duration") || has("end") && (has("start") || has("arrival"))
	f := &TaskFile{
		Arrives: !told && (events || has("arrival")) && (lasting || k.has("duration")),
		Lasts:   lasting && !k.has("duration"),
	}
	k.refuse(!told && lasting && !f.Arrives, "file",
		"%s has no column for arrival, and there is none of the keys %q", t.file, arrivalKeys)
	k.refuse(!told && !f.Arrives, "file",
		"%s has no columns for arrival and duration, and there is none of the keys %q", t.file, arrivalKeys)
	k.refuse(f.Arrives && k.Gang > 1, "gang",
		"gangs arrive with every or keep: in %s each task has a time of its own", t.file)
	return f
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
func (t *table) task(columns []sourceColumn) (row TaskRow, count int) {
	row.Size = Resources{}
	if t.format != nil && !has(columns, "cpus") {
		maps.Copy(row.Size, t.format.each)
	}
	start, end := -1.0, -1.0
	count = 1
	counted := false
	t.read(columns, row.Size, func(c sourceColumn) {
		switch {
		case c.name == "name":
			return
		case t.isUnknown(c.column):
			if c.name != "count" {
				count = 0
			}
			return
		}
		if c.name == "count" {
			if !counted {
				counted = true
				count = min(count, 1) * t.count(c, MostInFiles)
			}
			return
		}
		v := min(t.number(c.column)*c.factor, math.MaxFloat64) // the difference of two infinite times would be no number
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
	})
	if end >= 0 && row.Duration == 0 {
		if start < 0 {
			start = row.Arrival
		}
		row.Duration = end - start
	}
	if row.Size.empty() || row.Duration < 0 {
		return row, 0
	}
	return row, count
}
