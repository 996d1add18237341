package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/journal/whatif"
	"github.com/apportion/apportion/sim/comparison"
	"github.com/apportion/apportion/sim/habits"
	"github.com/apportion/apportion/sim/scenario"
)

// goOn simulates how things go on from an allocator's state, as it is and with changes,
// under the habits that were seen before. The figures of both are compared.
func goOn(a *core.Allocator, seen *habits.Observer, changes []whatif.Change, length time.Duration, o comparison.Options) *comparison.Result {
	folder := must.Get(os.MkdirTemp("", "apportion-whatif"))
	defer os.RemoveAll(folder)
	changed := must.Get(whatif.Copies(a, 1))[0]
	for _, c := range changes {
		must.Do(c.Apply(changed))
	}
	names := []string{"as it was", "as changed"}
	var scenarios []*scenario.Scenario
	for i, x := range []*core.Allocator{a, changed} {
		name := fmt.Sprintf("whatif-%d", i)
		writeFiles(folder, must.Get(seen.GoingOn(x, length, name)))
		scenarios = append(scenarios, must.Get(scenario.Read(filepath.Join(folder, name+".yaml"))))
	}
	return must.Get(comparison.Scenarios(names, scenarios, o))
}

// simulation is what is asked with --for.
type simulation struct {
	length time.Duration
	out    string
	quiet  bool
	comparison.Options
}

// ask simulates, and writes a page if there is a folder for it.
func (s *simulation) ask(a *core.Allocator, seen *habits.Observer, changes []whatif.Change, stderr io.Writer) *comparison.Result {
	makeFolder(s.out) // before anything takes long
	var bar *progress
	s.Begin = func(total time.Duration) { bar = newProgress(stderr, "whatif", total, s.quiet) }
	s.Watch = func(simulated time.Duration) { bar.add(simulated) }
	defer func() { bar.finish() }()
	r := goOn(a, seen, changes, s.length, s.Options)
	writeComparison(r, s.out)
	return r
}

// refuseOfOneCycle refuses changes of what the simulator leaves out.
func refuseOfOneCycle(changes []whatif.Change) {
	for _, c := range changes {
		if c.IsOfOneCycle() {
			must.Fail("%s: --for goes on without what is revocable, and so without what is lent", c)
		}
	}
}
