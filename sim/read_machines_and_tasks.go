package sim

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sim/internal/shapes"
	"github.com/apportion/apportion/sim/scenario"
)

// A loader reads the files that a scenario names, and finds the names of resources, while a run is prepared.
type loader struct {
	scenario *scenario.Scenario
	names    []string
	inFiles  struct{ machines, tasks int }    // that have been read
	machines map[string][]scenario.MachineRow // by group
	tasks    map[*scenario.Tasks]*taskFile
}

// A taskFile is what a file says of a kind of tasks; entered is the same as the
// simulation has it.
type taskFile struct {
	*scenario.TaskFile
	entered []taskRow
}

func newLoader(sc *scenario.Scenario) *loader {
	return &loader{scenario: sc, machines: map[string][]scenario.MachineRow{}, tasks: map[*scenario.Tasks]*taskFile{}}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func (l *loader) read() {
	names := map[string]bool{}
	note := func(r scenario.Resources) {
		for name := range r {
			names[name] = true
		}
	}
	for _, m := range l.scenario.AllMachines() {
		note(m.Has)
		note(m.Revocable)
		for _, r := range m.Reserved {
			note(r)
		}
		if len(m.Volumes) > 0 {
			note(scenario.Resources{"disk": 0})
		}
		if m.Shapes != "" {
			note(scenario.Resources{"cpus": 0, "mem": 0, "gpus": 0})
		}
		if m.File != "" {
			l.machines[m.Name] = must.Get(l.scenario.MachineRows(m))
			for _, row := range l.machines[m.Name] {
				note(row.Has)
				l.inFiles.machines += row.Count
			}
			if l.inFiles.machines > scenario.MostMachines {
				must.Do(m.Errorf("file", "with these there are more than %d machines", scenario.MostMachines))
			}
		}
	}
	for _, f := range l.scenario.Frameworks {
		for _, t := range f.Tasks {
			for name := range t.Size {
				names[name] = true
			}
			if t.Shapes != "" {
				note(scenario.Resources{"cpus": 0, "mem": 0, "gpus": 0})
			}
			l.readTasks(t, note)
		}
	}
	for _, e := range l.scenario.Events {
		for _, r := range e.Revocable {
			note(r)
		}
	}
	must.Do(l.scenario.EachRunning(func(row *scenario.RunningRow) error { note(row.Size); return nil }))
	note(l.scenario.Settings.Shape)
	for _, r := range l.scenario.AllRoles() {
		note(r.Guarantee)
		note(r.Limit)
	}
	for _, r := range l.scenario.AllLending() {
		note(r.Most)
		note(r.MostRecalled)
	}
	for _, b := range l.scenario.AllBorrowing() {
		note(b.Most)
		note(b.Parts)
	}
	l.names = ordered(names)
	if len(l.names) > MaxResources {
		must.Do(l.scenario.Machines[0].Errorf("has", "here and below there are more than %d resources: %q", MaxResources, l.names))
	}
}

func (l *loader) readTasks(t *scenario.Tasks, note func(scenario.Resources)) {
	if _, there := l.tasks[t]; there || t.File == "" {
		return
	}
	f := must.Get(l.scenario.TaskFile(t))
	l.tasks[t] = &taskFile{TaskFile: f}
	if l.inFiles.tasks += len(f.Rows); l.inFiles.tasks > scenario.MostInFiles {
		must.Do(t.Errorf("file", "with these there are more than %d tasks in files", scenario.MostInFiles))
	}
	for _, row := range f.Rows {
		note(row.Size)
	}
}

// ordered is the names as people expect them: cpus, mem, disk, gpus, others.
func ordered(names map[string]bool) []string {
	place := func(name string) int {
		if i := slices.Index(usual, name); i >= 0 {
			return i
		}
		return len(usual)
	}
	return slices.SortedFunc(maps.Keys(names), func(a, b string) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
	})
}

func (s *simulation) vector(r scenario.Resources) amounts {
	var a amounts
	for i, name := range s.names {
		a[i] = r[name]
	}
	return a
}

// addMachines enters all machines, those of the beginning first.
func (s *simulation) addMachines(load *loader) {
	names := map[string]bool{}
	var all amounts
	for i, m := range s.scenario.AllMachines() {
		group := int32(len(s.groupNames))
		s.groupNames = append(s.groupNames, m.Name)
		first := len(s.machines)
		add := func(name string, has amounts) {
			if name == "" {
				name = m.Name + "-" + strconv.Itoa(len(s.machines)-first+1)
			}
			s.groups[m.Name] = append(s.groups[m.Name], int32(len(s.machines)))
			x := machine{name: name, group: group, has: has, plan: m}
			s.divide(&x, m.Revocable)
			s.machines = append(s.machines, x)
		}
		switch {
		case m.File != "":
			for _, row := range load.machines[m.Name] {
				for range row.Count {
					name := row.Name
					if row.Count > 1 {
						name = ""
					}
					add(name, s.vector(row.Has))
				}
			}
		case m.Shapes != "":
			for _, has := range s.machineShapes(m.Count) {
				add("", has)
			}
		default:
			for range m.Count {
				add("", s.vector(m.Has))
			}
		}
		if i < len(s.scenario.Machines) {
			s.atFirst = len(s.machines)
		}
		s.checkGroup(m, s.machines[first:], names, &all)
	}
}

// checkGroup checks that a group's machines have names of their own, and that what all
// have can be counted.
func (s *simulation) checkGroup(m *scenario.Machines, list []machine, names map[string]bool, all *amounts) {
	for i := range list {
		x := &list[i]
		if names[x.name] {
			must.Do(m.Errorf("name", "there are two machines of the name %q", x.name))
		}
		names[x.name] = true
		for k, amount := range x.has {
			if all[k] > mostAmount-amount {
				must.Do(m.Errorf("", "with these the machines have more than %v %s", mostAmount, s.names[k]))
			}
		}
		all.Add(&x.has)
	}
}

// A shapeTable is sizes, drawn as often as a table counts them.
type shapeTable struct {
	sizes   []int32
	sampler sampler
}

func (s *simulation) amountsOf(x shapes.Shape) amounts {
	return s.vector(scenario.Resources{
		"cpus": alloc.Amount(x.CPUMilli),
		"mem":  alloc.Amount(x.MemoryMB) * quantities.Unit,
		"gpus": alloc.Amount(x.GPUs) * quantities.Unit,
	})
}

func (s *simulation) taskShapes() *shapeTable {
	t := &shapeTable{}
	for _, x := range shapes.Tasks() {
		t.sizes = append(t.sizes, s.internSize(s.amountsOf(x)))
		t.sampler.add(x.Count)
	}
	return t
}

// machineShapes are so many machines in the proportions of the table, in an order
// that is drawn: the largest remainders make up the number.
func (s *simulation) machineShapes(count int) []amounts {
	table := shapes.Machines()
	total := 0
	for _, x := range table {
		total += x.Count
	}
	type remainder struct{ of, rest int }
	var list []amounts
	var rests []remainder
	for i, x := range table {
		for range x.Count * count / total {
			list = append(list, s.amountsOf(x))
		}
		rests = append(rests, remainder{i, x.Count * count % total})
	}
	slices.SortStableFunc(rests, func(a, b remainder) int { return cmp.Compare(b.rest, a.rest) })
	for i := 0; len(list) < count; i++ {
		list = append(list, s.amountsOf(table[rests[i].of]))
	}
	random := streamOf(s.seed, forShape)
	for i := len(list) - 1; i > 0; i-- {
		k := int(random.uniform() * float64(i+1))
		list[i], list[k] = list[k], list[i]
	}
	return list
}

// A taskRow is a task of a file.
type taskRow struct {
	arrival, duration alloc.Time
	size              int32
}

// taskRows are the tasks of a file, which the frameworks of an entry share.
func (s *simulation) taskRows(f *taskFile) []taskRow {
	if f.entered == nil {
		f.entered = make([]taskRow, len(f.Rows))
		for i, r := range f.Rows {
			f.entered[i] = taskRow{timeOf(r.Arrival), timeOf(r.Duration), s.internSize(s.vector(r.Size))}
		}
	}
	return f.entered
}
