package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/sim/comparison"
	"github.com/apportion/apportion/sim/present"
)

func compareCommand() *cobra.Command {
	var vary, set []string
	var out string
	var asJSON, quiet bool
	var o comparison.Options
	command := &cobra.Command{
		Use:   "compare FILE",
		Short: "Simulate variants of a scenario and compare them",
		Long: `Runs the scenario in FILE in all combinations of the values that --vary names,
each with the same seeds and so with the same tasks, on all processors, and says by
how much figures differ from the baseline's, seed by seed, with 95 % confidence
intervals, and how many seeds went the other way:

  apportion compare web.yaml --vary policy=drf,random --vary roles.web.weight=1,2 --seeds 10

A PATH is keys with points between them; entries of lists go by their names. One
that begins with none of a scenario's keys is of its settings.`,
		Args: cobra.ExactArgs(1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			o.File = scenarioFile(args[0])
			checkSeeds(cmd, o.Seeds)
			if len(vary) == 0 {
				must.Fail("--vary says what differs, PATH=VALUE,VALUE: policy=drf,random, roles.NAME.weight=1,2 or frameworks.NAME.tasks.keep=10,20")
			}
			for _, text := range vary {
				o.Vary = append(o.Vary, must.Get(comparison.ParseVary(text)))
			}
			o.Set = readOverrides(set)
			makeFolder(out) // before anything takes long
			var bar *progress
			o.Begin = func(total time.Duration) { bar = newProgress(cmd.ErrOrStderr(), "compare", total, quiet) }
			o.Watch = func(simulated time.Duration) { bar.add(simulated) }
			result, err := comparison.Run(o)
			bar.finish()
			must.Do(err)
			warn(cmd.ErrOrStderr(), result.Warnings())
			writeComparison(result, out)
			if asJSON {
				writeJSON(cmd.OutOrStdout(), result)
			} else {
				must.Do(present.WriteComparison(cmd.OutOrStdout(), result))
				tellPage(cmd.OutOrStdout(), out, result.Name+"-compared")
			}
		}),
	}
	flags := command.Flags()
	flags.StringArrayVar(&vary, "vary", nil, "PATH=VALUE,VALUE,...: what differs; more of them make all combinations")
	flags.StringArrayVar(&set, "set", nil, "PATH=VALUE: set a value in all variants, as simulate does")
	flags.IntVar(&o.Seeds, "seeds", 0, "run with the seeds 1 to N in the place of the scenario's")
	flags.StringVar(&o.Baseline, "baseline", "", "PATH=VALUE,...: what the others are compared with (default: the first)")
	flags.StringArrayVar(&o.Figures, "figure", nil, "a figure to compare, such as \"wait_p95 of web\" (default: those that tell most)")
	flags.BoolVar(&o.Short, "short", false, "run the scenario's short form")
	flags.StringVar(&out, "out", "", "folder to write a page to")
	flags.BoolVar(&asJSON, "json", false, "print all figures of all runs as JSON")
	flags.BoolVar(&quiet, "quiet", false, "show no progress")
	return command
}

// writeComparison writes the page, if there is a folder for it.
func writeComparison(r *comparison.Result, folder string) {
	if folder != "" {
		drawPage(present.ComparisonPage(r), filepath.Join(folder, r.Name+"-compared.html"))
	}
}

// tellPage says which page was written, if there is a folder for it.
func tellPage(out io.Writer, folder, name string) {
	if folder != "" {
		fmt.Fprintf(out, "page: %s\n", filepath.Join(folder, name+".html"))
	}
}

// makeFolder makes a folder for pages, if one is named. It fails if nothing can be written to it.
func makeFolder(folder string) {
	if folder == "" {
		return
	}
	must.Do(os.MkdirAll(folder, 0o777))
	const writable = 2 // as access(2) has it
	if err := syscall.Access(folder, writable); err != nil {
		must.Fail("--out %s: %w", folder, err)
	}
}
