package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/cmd/apportion/internal/transcript"
	"github.com/apportion/apportion/internal/linked"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/journal"
)

func journalCommand() *cobra.Command {
	var anonymous, to string
	var asHistory, asJSON bool
	command := &cobra.Command{
		Use:   "journal RECORDING",
		Short: "Say what a recording has: files, times, calls, gaps; or turn it into another",
		Long: `Lists the files of RECORDING, a folder or a file of it, with times, calls, cycles and
sizes, how each ends, and what is missing or damaged:

  apportion journal DIR

With --anonymize FOLDER, which must not be there, the recording is written into that
with other names: those of agents, hosts, frameworks, roles and all labels are
replaced, equal ones by equal ones, so that their order and the tree of roles stay.
Names of resources stay. What was written is replayed: exit status 1 if an answer
differs from the recorded one; 3 if a file is damaged, and ends there, or 4 if only an
end is cut off.

With --history it is printed as a history (docs/history.md), each cycle with the offers
that were recorded, up to --to if that is given. It has to begin with a new allocator.
It is carried out again: exit status 1 if it makes other offers. A call that a history
has no words for would be named on the standard error.`,
		Args: cobra.ExactArgs(1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			if asHistory {
				printHistory(cmd.OutOrStdout(), cmd.ErrOrStderr(), args[0], to)
				return
			}
			refuseFlags(cmd, "--history", "", "to")
			switch {
			case anonymous != "":
				anonymize(cmd.OutOrStdout(), cmd.ErrOrStderr(), must.Get(readRecording(args[0])), anonymous)
			default:
				describeRecording(cmd.OutOrStdout(), must.Get(readRecording(args[0])), asJSON)
			}
		}),
	}
	command.Flags().BoolVar(&asHistory, "history", false, "print the recording as a history, JSON lines")
	command.Flags().StringVar(&to, "to", "", "with --history: the time at which to stop")
	command.Flags().StringVar(&anonymous, "anonymize", "", "write the recording into this folder, with other names")
	command.Flags().BoolVar(&asJSON, "json", false, "list the files as JSON")
	command.MarkFlagsMutuallyExclusive("history", "anonymize", "json")
	return command
}

// printHistory prints a recording as a history, and says what that lacks.
func printHistory(out, warnings io.Writer, path, to string) {
	w := transcript.New()
	p, err := carryOut(path, to, warnings, w)
	if different, ok := errors.AsType[*journal.Difference](err); ok {
		fmt.Fprintf(warnings, "different: %v\nthe history goes up to there\n", different)
	} else {
		must.Do(err)
	}
	text := must.Get(w.Transcript())
	for _, call := range text.Unsaid {
		fmt.Fprintf(warnings, "a history has no words for this: %s\n", call)
	}
	must.Do(text.Write(out))
	if err := text.Check(); err != nil {
		fmt.Fprintf(warnings, "%v\n", err)
		must.Do(errFailed)
	}
	must.Do(brokenOff(p))
}

func anonymize(out, warnings io.Writer, rec *journal.Recording, folder string) {
	p, damages, err := journal.Anonymize(rec, folder, linked.Policies...)
	for _, damage := range damages {
		fmt.Fprintf(warnings, "%v; all before it is used\n", damage)
	}
	if different, ok := errors.AsType[*journal.Difference](err); ok {
		fmt.Fprintf(out, "different: %v\n", different)
		must.Do(errFailed)
	}
	must.Do(err)
	fmt.Fprintf(out, "anonymous, and identical: %d calls, %d cycles\n", p.Calls, p.Cycles)
	tellUnended(out, p)
	must.Do(lossError(damages))
}
