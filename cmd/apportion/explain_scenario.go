package main

import (
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// scenarioFlags are those that say how a scenario is run once.
type scenarioFlags struct {
	seed  int64
	short bool
	set   []string
}

func (f *scenarioFlags) addTo(command *cobra.Command) {
	flags := command.Flags()
	flags.Int64Var(&f.seed, "seed", 1, "of a scenario: the seed")
	flags.BoolVar(&f.short, "short", false, "of a scenario: run its short form")
	flags.StringArrayVar(&f.set, "set", nil, "of a scenario: PATH=VALUE, as of simulate")
}

// ofScenarios are their names.
var ofScenarios = []string{"seed", "short", "set"}

// isScenario reports whether a path is a scenario's by its ending.
func isScenario(path string) bool {
	ending := filepath.Ext(path)
	return (ending == ".yaml" || ending == ".yml") && !isRecording(path)
}

// run runs a scenario once. observe is called as sim.Options.Observe is.
func (f *scenarioFlags) run(sc *scenario.Scenario, warnings io.Writer, observe func(*core.Allocator)) *results.Run {
	bar := newProgress(warnings, sc.Name(), sc.Length(f.short), false)
	defer bar.finish()
	return must.Get(sim.Simulate(sc, sim.Options{Seed: f.seed, Short: f.short, Watch: bar.add, Observe: observe}))
}

// ask runs a scenario, and asks the allocator before the first periodic allocation at a time or
// later, or at the end.
func (f *scenarioFlags) ask(path, at string, warnings io.Writer, ask func(*core.Allocator)) {
	sc := must.Get(scenario.ReadWith(path, readOverrides(f.set)))
	length := sc.Length(f.short)
	until := length
	if at != "" {
		var err error
		if until, err = time.ParseDuration(at); err != nil || until < 0 {
			must.Fail("--at %s: no time of a scenario, such as 90s or 20m", at)
		}
		if until > length {
			must.Fail("--at %s: %s is over by then: it takes %v", at, path, length)
		}
	}
	var last *core.Allocator
	asked := false
	run := f.run(sc, warnings, func(a *core.Allocator) {
		last = a
		if at != "" && !asked && a.Now() >= alloc.Time(until) {
			asked = true
			ask(a)
		}
	})
	warn(warnings, run.Warnings)
	if !asked {
		ask(last)
	}
}
