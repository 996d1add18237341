package sim

import (
	"fmt"
	"math"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/sim/scenario"
)

// A runningTask is some of a framework's tasks, all alike, that run on a machine before
// it comes.
type runningTask struct {
	machine, size int32
	group         *group
	role          alloc.RoleID
	count         int
	left          alloc.Time // 0: as is drawn, never: for ever
}

// firstRunning is the number of a group's first task that runs from the beginning:
// those that arrive are counted from 0.
const firstRunning = 1 << 30

// addRunning enters the tasks that run from the beginning.
func (s *simulation) addRunning() {
	frameworks, machines := map[string]*framework{}, map[string]int32{}
	for i := range s.frameworks {
		frameworks[s.frameworks[i].plan.Name] = &s.frameworks[i]
	}
	for i := range s.atFirst {
		machines[s.machines[i].name] = int32(i)
	}
	taken := make([]amounts, s.atFirst)
	must.Do(s.scenario.EachRunning(func(row *scenario.RunningRow) error {
		fw, ok := frameworks[row.Framework]
		if !ok {
			return fmt.Errorf("there is no framework %q", row.Framework)
		}
		m, ok := machines[row.Machine]
		if !ok {
			return fmt.Errorf("there is no machine %q at the beginning", row.Machine)
		}
		if fw.plan.Start > 0 || fw.startsByEvent {
			return fmt.Errorf("the framework %q comes later", row.Framework)
		}
		x := runningTask{machine: m, count: row.Count, size: s.internSize(s.vector(row.Size)), left: timeOf(row.Left)}
		if math.IsInf(row.Left, 1) {
			x.left = never
		}
		x.role, ok = s.roleNamed(fw, row.Role)
		if !ok {
			return fmt.Errorf("the framework %q is not in role %q", row.Framework, row.Role)
		}
		free := s.machines[m].plain
		free.Sub(&taken[m])
		if free.Fits(&s.sizes[x.size], x.count) < x.count {
			return fmt.Errorf("the machine %q has less than runs on it", row.Machine)
		}
		for range x.count {
			taken[m].Add(&s.sizes[x.size])
		}
		x.group = fw.groupOfSize(x.size)
		x.group.running += x.count
		fw.running = append(fw.running, x)
		return nil
	}))
	for i := range s.frameworks {
		s.sumRunning(&s.frameworks[i])
	}
}

// sumRunning adds up what a framework's running tasks use: the core is told of it when a machine is
// added, and when the framework is.
func (s *simulation) sumRunning(fw *framework) {
	type place struct {
		machine int32
		role    alloc.RoleID
	}
	sums := map[place]*amounts{}
	var places []place // in the order of the file
	for i := range fw.running {
		x := &fw.running[i]
		at := place{x.machine, x.role}
		if sums[at] == nil {
			sums[at] = &amounts{}
			places = append(places, at)
		}
		for range x.count {
			sums[at].Add(&s.sizes[x.size])
		}
	}
	for _, at := range places {
		m := &s.machines[at.machine]
		used := sums[at].AppendTo(nil, s.kinds)
		m.running = append(m.running, alloc.Usage{Framework: idOf(fw.plan.Name), Role: at.role, Resources: used})
		fw.uses = append(fw.uses, alloc.AgentUsage{Agent: idOf(m.name), Role: at.role, Resources: used})
	}
}

// roleNamed is a framework's role of that name, or its first for "".
func (s *simulation) roleNamed(fw *framework, name string) (alloc.RoleID, bool) {
	for k, path := range fw.plan.Roles {
		if name == "" || path == name {
			return fw.roleIDs[k], true
		}
	}
	return 0, false
}

// groupOfSize is the first kind of tasks that all have the size, or the first of all.
func (fw *framework) groupOfSize(size int32) *group {
	i := slices.IndexFunc(fw.groups, func(g group) bool { return g.size == size })
	return &fw.groups[max(i, 0)]
}

// resume makes the tasks run that a framework has when it first comes.
func (s *simulation) resume(fw *framework) {
	for i := range fw.running {
		x := &fw.running[i]
		for range x.count {
			g := x.group
			s.account(fw, x.machine, x.role, (*amounts).Add, &s.sizes[x.size])
			left := x.left
			number := firstRunning + int32(g.resumed-g.resumed%g.plan.Gang) // a gang has one
			g.resumed++
			if left == 0 {
				left = s.durationOf(g, number)
			}
			s.enter(task{group: g, number: number, machine: x.machine, size: x.size, uses: x.size, role: x.role}, left)
		}
	}
	fw.running, fw.uses = nil, nil
}
