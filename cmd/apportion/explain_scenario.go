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
	"github.com/apportion/apportion/sim/scenario"
)

// explainedScenario are the flags of a scenario whose run is asked.
type explainedScenario struct {
	seed  int64
	short bool
	set   []string
}

func (x *explainedScenario) addTo(command *cobra.Command) {
	flags := command.Flags()
	flags.Int64Var(&x.seed, "seed", 1, "of a scenario: the seed")
	flags.BoolVar(&x.short, "short", false, "of a scenario: run its short form")
	flags.StringArrayVar(&x.set, "set", nil, "of a scenario: PATH=VALUE, as of simulate")
}

// isScenario reports whether a path is a scenario's by its ending.
func isScenario(path string) bool {
	ending := filepath.Ext(path)
	return (ending == ".yaml" || ending == ".yml") && !isRecording(path)
}

// fit refuses flags that are of another sort of file.
func (x *explainedScenario) fit(cmd *cobra.Command, path string) {
	of, others := "scenarios", []string{"seed", "short", "set"}
	if isScenario(path) {
		of, others = "histories", []string{"trace"}
	}
	for _, name := range others {
		if cmd.Flags().Changed(name) {
			must.Fail("--%s is of %s, and %s is none", name, of, path)
		}
	}
}

// ask runs a scenario, and asks the allocator before the first periodic allocation at a time or
// later, or at the end.
func (x *explainedScenario) ask(path, at string, warnings io.Writer, ask func(*core.Allocator)) {
	sc := must.Get(scenario.ReadWith(path, readOverrides(x.set)))
	length := sc.Length(x.short)
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
	bar := newProgress(warnings, sc.Name(), length, false)
	defer bar.finish()
	run := must.Get(sim.Simulate(sc, sim.Options{Seed: x.seed, Short: x.short, Watch: bar.add, Observe: func(a *core.Allocator) {
		last = a
		if at != "" && !asked && a.Now() >= alloc.Time(until) {
			asked = true
			ask(a)
		}
	}}))
	warn(warnings, run.Warnings)
	if !asked {
		ask(last)
	}
}
