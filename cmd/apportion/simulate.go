package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/present"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// simulateOptions are the flags of the command.
type simulateOptions struct {
	out    string
	json   bool
	short  bool
	quiet  bool
	seeds  int
	set    []string
	stderr io.Writer
}

func simulateCommand() *cobra.Command {
	var o simulateOptions
	command := &cobra.Command{
		Use:   "simulate FILE...",
		Short: "Simulate a cluster as a scenario describes it",
		Long: `Runs the scenarios in FILE..., YAML as docs/scenarios.md describes it, on a
simulated clock, and says what came of it: shares, waits, utilisation and more.
Each of a scenario's seeds is a run; runs go on all processors.

  apportion simulate scenarios/rack-under-quota.yaml --out out

If a figure is outside of the range that the scenario expects, the exit status
is 1.`,
		Args: cobra.MinimumNArgs(1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			o.stderr = cmd.ErrOrStderr()
			checkSeeds(cmd, o.seeds)
			failed := false
			for _, sc := range readScenarios(args, &o) {
				failed = !simulate(cmd.OutOrStdout(), sc, &o) || failed
			}
			if failed {
				must.Do(errFailed)
			}
		}),
	}
	flags := command.Flags()
	flags.StringVar(&o.out, "out", "", "folder to write a page to for each scenario, and the figures that it draws as CSV")
	flags.BoolVar(&o.json, "json", false, "print the figures of each run as JSON")
	flags.BoolVar(&o.short, "short", false, "run the scenarios' short forms")
	flags.BoolVar(&o.quiet, "quiet", false, "show no progress")
	flags.IntVar(&o.seeds, "seeds", 0, "run with the seeds 1 to N in the place of the scenario's")
	flags.StringArrayVar(&o.set, "set", nil, "PATH=VALUE: set a value of the scenario, such as policy=random or roles.web.weight=2")
	return command
}

// checkSeeds checks the flag of a command that says how many seeds there are.
func checkSeeds(cmd *cobra.Command, seeds int) {
	if cmd.Flags().Changed("seeds") && (seeds < 1 || seeds > scenario.MostSeeds) {
		must.Fail("--seeds %d: there are 1 to %d seeds", seeds, scenario.MostSeeds)
	}
}

// readScenarios reads all scenarios and makes the folder for their pages, before anything takes
// long.
func readScenarios(files []string, o *simulateOptions) (list []*scenario.Scenario) {
	named := map[string]string{}
	for _, file := range files {
		sc := must.Get(scenario.ReadWith(scenarioFile(file), readOverrides(o.set)))
		if other, there := named[sc.Name()]; there && o.out != "" {
			must.Fail("%s and %s would both be written to %s", other, file, filepath.Join(o.out, sc.Name()+".html"))
		}
		named[sc.Name()] = file
		if o.seeds > 0 {
			sc.Seeds = scenario.SeedsUpTo(o.seeds)
		}
		list = append(list, sc)
	}
	makeFolder(o.out)
	return list
}

// simulate runs one scenario; false if something is not as expected.
func simulate(out io.Writer, sc *scenario.Scenario, o *simulateOptions) (met bool) {
	runs := simulateSeeds(sc, o)
	warn(o.stderr, runs[0].Warnings)
	var outcomes []results.Outcome
	met = true
	for _, r := range runs {
		list := must.Get(results.Expectations(r))
		for _, x := range list {
			if !x.Met && o.json {
				fmt.Fprintf(o.stderr, "%s: %s\n", sc.Name(), present.OutcomeText(&x))
			}
			met = met && x.Met
		}
		outcomes = append(outcomes, list...)
	}
	if o.out != "" { // first of all: who reads the output may go, as head does
		must.Do(present.WritePage(runs[0], o.out, outcomes, runs[1:]...))
	}
	if o.json {
		writeJSON(out, present.Document(runs, outcomes))
	} else {
		must.Do(present.WriteText(out, runs, outcomes))
		tellPage(out, o.out, sc.Name())
	}
	return met
}

// scenarioFile is a path that is no recording's and no history's.
func scenarioFile(path string) string {
	if isHistory(path) {
		must.Fail("%s is a history and no scenario: replay and explain take it", path)
	}
	if _, err := os.Stat(path); err == nil && isRecording(path) {
		must.Fail("%s is no scenario; of a recording, apportion scenario %s makes one", path, path)
	}
	return path
}

// readOverrides reads the flags that set values of a scenario.
func readOverrides(list []string) (overrides []scenario.Override) {
	for _, text := range list {
		overrides = append(overrides, must.Get(scenario.ParseOverride(text)))
	}
	return overrides
}

// simulateSeeds runs all seeds.
func simulateSeeds(sc *scenario.Scenario, o *simulateOptions) []*results.Run {
	sweep := sim.Sweep{Scenarios: []*scenario.Scenario{sc}, Seeds: sc.Seeds, Short: o.short}
	bar := newProgress(o.stderr, sc.Name(), sweep.Length(), o.quiet)
	defer bar.finish()
	sweep.Watch = bar.add
	runs := make([]*results.Run, len(sc.Seeds))
	errs := make([]error, len(sc.Seeds))
	sweep.Run(func(_, seed int, r *results.Run, err error) { runs[seed], errs[seed] = r, err })
	must.Do(cmp.Or(errs...))
	return runs
}

// warn prints what may be a mistake in a scenario.
func warn(w io.Writer, warnings []error) {
	for _, x := range warnings {
		fmt.Fprintf(w, "warning: %v\n", x)
	}
}

func writeJSON(out io.Writer, x any) {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	must.Do(encoder.Encode(x))
}
