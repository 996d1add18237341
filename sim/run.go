package sim

import (
	"math"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/sim/scenario"
	"github.com/apportion/apportion/sorter"
)

// A Run is what a simulation has shown.
type Run struct {
	Scenario *scenario.Scenario
	Seed     int64
	Length   time.Duration
	Cycles   int
	Machines int
	// Warnings are what the scenario says that may be meant, and is more likely a mistake.
	Warnings []error

	resources []string
	roles     []role
	byName    map[string]int
	record    recorder
	lends     bool      // some role does
	waits     []started // of tasks that still wait: what they have waited
	misfits   misfits
	later     []laterTasks
}

// Options of a run.
type Options struct {
	Seed  int64
	Short bool // the scenario's short form
	// Watch is told now and then how much more has been simulated, if it is not nil.
	Watch func(simulated time.Duration)
	// Observe is shown the allocator before each periodic allocation and at the end, if it is
	// not nil. It only reads it.
	Observe func(a *core.Allocator)
}

// Simulate runs a scenario once. The same scenario and seed give the same run,
// whatever else the machine does; several runs may share a scenario.
func Simulate(sc *scenario.Scenario, o Options) (run *Run, err error) {
	defer sorter.CatchPolicyPanic(&err)
	s, err := prepare(sc, o.Seed, o.Short)
	if err != nil {
		return nil, err
	}
	last := time.Duration(0)
	watch := func(now time.Duration) {
		if o.Watch != nil {
			o.Watch(now - last)
		}
		last = now
	}
	s.observe = o.Observe
	if err := s.run(watch); err != nil {
		return nil, err
	}
	s.show()
	r := &Run{
		Scenario: sc, Seed: o.Seed, Length: time.Duration(s.end), Cycles: s.record.cycles, Machines: len(s.machines),
		resources: s.names, roles: s.roles, byName: s.roleByName, record: s.record,
		Warnings: s.warnings, lends: s.lending.on,
	}
	r.misfits = s.findMisfits()
	r.later = s.findLaterTasks()
	for i := range s.frameworks {
		r.waits = s.appendWaits(r.waits, &s.frameworks[i])
	}
	return r, nil
}

// appendWaits appends what tasks of a framework have waited that have not started.
func (s *simulation) appendWaits(list []started, fw *framework) []started {
	for gi := range fw.groups {
		g := &fw.groups[gi]
		if g.plan.Backlog {
			continue
		}
		for k := range g.classes {
			c := &g.classes[k]
			for _, p := range c.tasks[c.head:] {
				for range g.plan.Gang {
					list = append(list, started{
						role: int32(fw.role), wait: float32((s.end - p.arrival)) / 1e9, slowdown: float32(math.NaN()), guaranteed: p.guaranteed,
					})
				}
			}
		}
	}
	return list
}

// Roles are the names of all roles, parents before those below them.
func (r *Run) Roles() []string {
	return r.namesWhere(func(*role) bool { return true })
}

// Resources are the names of all resources.
func (r *Run) Resources() []string { return r.resources }

// TopRoles are the names of the roles of the top level.
func (r *Run) TopRoles() []string {
	return r.namesWhere(func(x *role) bool { return x.parent == none })
}

func (r *Run) namesWhere(is func(*role) bool) []string {
	var names []string
	for _, i := range r.rolesWhere(is) {
		names = append(names, r.roles[i].name)
	}
	return names
}

// Marks are what the scenario's events did.
func (r *Run) Marks() []Mark { return r.record.marks }
