package sim

import (
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
	"github.com/apportion/apportion/sorter/policy"
)

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
func Simulate(sc *scenario.Scenario, o Options) (run *results.Run, err error) {
	defer policy.CatchPanic(&err)
	s, err := prepare(sc, o)
	if err != nil {
		return nil, err
	}
	if err := s.run(); err != nil {
		return nil, err
	}
	s.show()
	return s.results(), nil
}

// results are what the simulation has shown, when it is over.
func (s *simulation) results() *results.Run {
	r := s.record.Run
	r.Scenario, r.Seed, r.Length, r.Machines = s.scenario, s.options.Seed, time.Duration(s.end), len(s.machines)
	r.Warnings, r.Lends = s.warnings, s.lending.on
	r.NeverFit = s.findNeverFit()
	r.Later = s.findLaterTasks()
	for i := range s.frameworks {
		r.Waits = s.appendWaits(r.Waits, &s.frameworks[i])
	}
	r.ListTasks()
	return &r
}
