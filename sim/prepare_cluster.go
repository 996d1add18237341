package sim

import (
	"slices"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// prepare makes a simulation of a scenario, at time 0: all machines and weights are
// there, frameworks come with the first events.
func prepare(sc *scenario.Scenario, o Options) (s *simulation, err error) {
	err = must.Catch(func() { s = build(sc, o) })
	return s, sc.Placed(err)
}

func build(sc *scenario.Scenario, o Options) *simulation {
	s := &simulation{
		scenario: sc,
		options:  o,
		seed:     uint64(o.Seed),
		end:      alloc.Time(sc.Length(o.Short)),
		sizeID:   map[amounts]int32{},
		byAgent:  map[alloc.AgentID]int32{},
		groups:   map[string][]int32{},
		byID:     map[alloc.FrameworkID]*framework{},
		byName:   map[string][]int32{},
		byRole:   map[alloc.RoleID]int32{},
		special:  map[alloc.KindID]*special{},
		lending:  lendingState{answer: map[loanPlace]alloc.Time{}, times: map[alloc.Time]bool{}},
		warnings: slices.Clone(sc.Warnings()),
	}
	must.Do(sc.LoadDistributions())
	load := newLoader(sc)
	load.read()
	s.names = load.names
	s.newCore()
	s.addRoles()
	s.addMachines(load)
	s.addFrameworks(load)
	s.noteStarts()
	s.lookForMistakes()
	s.addRunning()
	for i := range s.atFirst {
		s.addMachine(int32(i))
	}
	s.addEvents()
	s.beginRecord()
	return s
}

// resourceOf is the index of a kind: plain ones are interned first of all.
func (s *simulation) resourceOf(k alloc.KindID) int {
	if of := s.special[k]; of != nil {
		return of.resource
	}
	return slices.Index(s.kinds, k)
}

func (s *simulation) addRoles() {
	for _, r := range s.scenario.Roles {
		s.locate(r, "weight", func() { s.setWeight(r.Name, r.Weight) })
		if r.Policy != "" {
			s.locate(r, "policy", func() { s.setPolicy(r.Name, r.Policy) })
		}
		if r.Rank != 0 {
			s.locate(r, "rank", func() { s.setRank(r.Name, r.Rank) })
		}
		if len(r.Guarantee)+len(r.Limit) > 0 {
			s.locate(r, "", func() { s.setQuota(r) })
		}
		if r.Lending.IsSet() {
			s.locate(&r.Lending, "", func() { s.setLending(r.Name, &r.Lending) })
		}
		if r.Borrowing.Bounds() {
			s.locate(&r.Borrowing, "", func() { s.setBorrowing(r.Name, &r.Borrowing) })
		}
	}
}

// addFrameworks enters the frameworks, which come later.
func (s *simulation) addFrameworks(load *loader) {
	s.frameworks = make([]framework, len(s.scenario.Frameworks))
	for i, plan := range s.scenario.Frameworks {
		fw := &s.frameworks[i]
		*fw = framework{
			plan: plan, stream: hashOf(plan.Name),
			FrameworkState: results.FrameworkState{Name: plan.Name, Held: make([]amounts, len(plan.Roles))},
		}
		s.byName[plan.Name] = append(s.byName[plan.Name], int32(i))
		if plan.Base != plan.Name {
			s.byName[plan.Base] = append(s.byName[plan.Base], int32(i))
		}
		for _, path := range plan.Roles {
			r := s.ensureRole(path)
			fw.Roles = append(fw.Roles, r)
			fw.roleIDs = append(fw.roleIDs, s.roles[r].id)
		}
		s.lending.costs = s.lending.costs || plan.LoanCost == "age"
		if len(plan.Machines) > 0 {
			fw.takes = make(map[int32]bool, len(plan.Machines))
			for _, name := range plan.Machines {
				if list := s.groups[name]; len(list) > 0 {
					fw.takes[s.machines[list[0]].group] = true
				}
			}
		}
		for k, tasks := range plan.Tasks {
			fw.groups = append(fw.groups, s.newGroup(fw, tasks, k, load))
		}
	}
}

func (s *simulation) newGroup(fw *framework, tasks *scenario.Tasks, number int, load *loader) group {
	g := group{fw: fw, plan: tasks, number: uint64(number), bySize: map[int32]int{}, size: none}
	switch {
	case tasks.Shapes != "":
		g.shapes = s.taskShapes()
	case tasks.File != "":
		file := load.tasks[tasks]
		g.rows, g.arrives, g.lasts = s.taskRows(file), file.Arrives, file.Lasts
	default:
		constant := true
		var size amounts
		for _, name := range sortedKeys(tasks.Size) {
			distribution := tasks.Size[name]
			k := slices.Index(s.names, name)
			g.distributions = append(g.distributions, sizeDistribution{k, &distribution})
			size[k] = amountOf(distribution.A)
			constant = constant && distribution.Kind == scenario.Constant
		}
		if constant {
			g.size = s.internSize(size)
		}
	}
	return g
}

// noteStarts notes which frameworks come by an event: those of which the first event that names them says that they
// come.
func (s *simulation) noteStarts() {
	first := map[int32]scenario.Duration{}
	for _, e := range s.scenario.Events {
		for k, names := range [][]string{e.Start, e.Stop} {
			for _, i := range s.frameworksOf(names) {
				if at, said := first[i]; !said || e.At < at {
					first[i], s.frameworks[i].startsByEvent = e.At, k == 0
				}
			}
		}
	}
}

// addEvents enters what the scenario says will happen.
func (s *simulation) addEvents() {
	for _, e := range s.scenario.Events {
		if len(e.Maintenance) > 0 && e.Notice > 0 {
			at := max(0, alloc.Time(e.At)-alloc.Time(e.Notice))
			s.events.push(at, func() { s.announce(e) })
		}
		s.events.push(alloc.Time(e.At), func() { s.change(e) })
	}
	for i := range s.frameworks {
		fw := &s.frameworks[i]
		if !fw.startsByEvent {
			s.events.push(alloc.Time(fw.plan.Start), func() { s.startFramework(fw) })
		}
		if time.Duration(fw.plan.Stop) != scenario.Forever {
			s.events.push(alloc.Time(fw.plan.Stop), func() { s.stopFramework(fw) })
		}
	}
}
