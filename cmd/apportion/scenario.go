package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/wholefile"
	"github.com/apportion/apportion/sim/habits"
)

func scenarioCommand() *cobra.Command {
	var from, to, out string
	command := &cobra.Command{
		Use:   "scenario RECORDING",
		Short: "Make a scenario of a stretch of a recording, for simulate and compare",
		Long: `Writes a scenario of RECORDING (docs/journal.md), a folder or a file of it: its machines,
roles and settings as they were at --from, what ran then, what came, went or was set
later as events, and frameworks whose habits are fitted to what they did up to --to. Without --from the stretch begins with the first
offers, without --to it is all that follows. Times are durations on the host's clock such
as 7.5s, dates, or nanoseconds.

  apportion scenario DIR --from 1h --to 2h --out web.yaml
  apportion compare web.yaml --vary roles.web.weight=1,2 --seeds 10

Besides the file there may be web.running.csv, of the tasks that run at the beginning, and
files of sizes. docs/scenarios.md says what a recording can't tell, and what stands in its
place.`,
		Args: cobra.ExactArgs(1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			if filepath.Ext(out) != ".yaml" {
				must.Fail("--out %s: the name of a scenario ends in .yaml", out)
			}
			begin := alloc.Time(0)
			if from != "" {
				begin = must.Get(parseTime(from))
				must.Do(must.Get(readRecording(args[0])).Has(begin))
			}
			if from != "" && to != "" {
				if end, err := parseTime(to); err == nil && end <= begin {
					must.Fail("--to %s is not after --from %s", to, from)
				}
			}
			makeScenario(cmd.OutOrStdout(), cmd.ErrOrStderr(), args[0], begin, to, out)
		}),
	}
	flags := command.Flags()
	flags.StringVar(&from, "from", "", "when the stretch begins; with the first offers if it is not given")
	flags.StringVar(&to, "to", "", "when it ends; with the recording if it is not given")
	flags.StringVar(&out, "out", "recording.yaml", "the file to write, ending in .yaml")
	return command
}

// fewFiles are so many that each is named.
const fewFiles = 5

func makeScenario(out, warnings io.Writer, path string, from alloc.Time, to, file string) {
	o := habits.New(from)
	p := must.Get(carryOut(path, to, warnings, o))
	files, err := o.Scenario(p.Allocator, strings.TrimSuffix(filepath.Base(file), ".yaml"))
	must.Do(about(path, err))
	written := writeFiles(filepath.Dir(file), files)
	if len(written) > fewFiles {
		written = append(written[:0], fmt.Sprintf("%s, and %d files beside it that it names", file, len(written)-1))
	}
	must.Get(fmt.Fprintln(out, strings.Join(written, "\n")))
	must.Do(brokenOff(p))
}

// writeFiles writes files to a folder, and returns their paths.
func writeFiles(folder string, files habits.Files) (paths []string) {
	for _, name := range sortedNames(files) {
		path := filepath.Join(folder, name)
		paths = append(paths, path)
		must.Do(wholefile.Write(path, files[name]))
	}
	return paths
}
