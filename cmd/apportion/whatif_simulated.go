package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/journal/whatif"
	"github.com/apportion/apportion/sim/comparison"
	"github.com/apportion/apportion/sim/habits"
	"github.com/apportion/apportion/sim/scenario"
)

// goOn simulates how things go on from an allocator's state, as it is and with changes,
// under the habits that were seen before. The figures of both are compared.
func goOn(a *core.Allocator, seen *habits.Observer, changes []whatif.Change, length time.Duration, o comparison.Options) (*comparison.Result, error) {
	folder, err := os.MkdirTemp("", "apportion-whatif")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	copies, err := whatif.Copies(a, 1)
	if err != nil {
		return nil, err
	}
	changed := copies[0]
	for _, c := range changes {
		if err := c.Apply(changed); err != nil {
			return nil, err
		}
	}
	names := []string{"as it was", "as changed"}
	var scenarios []*scenario.Scenario
	for i, x := range []*core.Allocator{a, changed} {
		name := fmt.Sprintf("whatif-%d", i)
		files, err := seen.GoingOn(x, length, name)
		if err != nil {
			return nil, err
		}
		if err := writeFiles(folder, files); err != nil {
			return nil, err
		}
		sc, err := scenario.Read(filepath.Join(folder, name+".yaml"))
		if err != nil {
			return nil, err
		}
		scenarios = append(scenarios, sc)
	}
	return comparison.Scenarios(names, scenarios, o)
}

// simulation is what is asked with --for.
type simulation struct {
	length time.Duration
	out    string
	quiet  bool
	comparison.Options
}

// ask simulates, and writes a page if there is a folder for it.
func (s *simulation) ask(a *core.Allocator, seen *habits.Observer, changes []whatif.Change, stderr io.Writer) (*comparison.Result, error) {
	var bar *progress
	s.Begin = func(total time.Duration) { bar = newProgress(stderr, "whatif", total, s.quiet) }
	s.Watch = func(simulated time.Duration) { bar.add(simulated) }
	r, err := goOn(a, seen, changes, s.length, s.Options)
	bar.finish()
	if err == nil && s.out != "" {
		err = writeComparison(r, s.out)
	}
	return r, err
}
