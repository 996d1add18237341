package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/journal"
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
		RunE: func(cmd *cobra.Command, args []string) error {
			if filepath.Ext(out) != ".yaml" {
				return fmt.Errorf("--out %s: the name of a scenario ends in .yaml", out)
			}
			begin := core.Time(0)
			if from != "" {
				var err error
				if begin, err = beginIn(args[0], from); err != nil {
					return err
				}
			}
			if from != "" && to != "" {
				if end, err := parseTime(to); err == nil && end <= begin {
					return fmt.Errorf("--to %s is not after --from %s", to, from)
				}
			}
			return makeScenario(cmd.OutOrStdout(), cmd.ErrOrStderr(), args[0], begin, to, out)
		},
	}
	flags := command.Flags()
	flags.StringVar(&from, "from", "", "when the stretch begins; with the first offers if it is not given")
	flags.StringVar(&to, "to", "", "when it ends; with the recording if it is not given")
	flags.StringVar(&out, "out", "recording.yaml", "the file to write, ending in .yaml")
	return command
}

// beginIn reads when a stretch begins, which has to be in the recording.
func beginIn(path, from string) (core.Time, error) {
	begin, err := parseTime(from)
	if err != nil {
		return 0, err
	}
	rec, err := journal.Read(path)
	if err != nil {
		return 0, err
	}
	return begin, rec.Has(begin)
}

func makeScenario(out, warnings io.Writer, path string, from core.Time, to, file string) error {
	o := habits.New(from)
	p, err := carryOut(path, to, warnings, o)
	if err != nil {
		return err
	}
	files, err := o.Scenario(p.Allocator, strings.TrimSuffix(filepath.Base(file), ".yaml"))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := writeFiles(filepath.Dir(file), files); err != nil {
		return err
	}
	return printNames(out, filepath.Dir(file), files)
}

func writeFiles(folder string, files habits.Files) error {
	for _, name := range sortedNames(files) {
		if err := os.WriteFile(filepath.Join(folder, name), files[name], 0o666); err != nil {
			return err
		}
	}
	return nil
}

func printNames(out io.Writer, folder string, files habits.Files) error {
	for _, name := range sortedNames(files) {
		if _, err := fmt.Fprintln(out, filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return nil
}
