package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/apportion/apportion/cmd/apportion/internal/transcript"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/linked"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/journal"
)

// isRecording reports whether a path is a folder or a file of package journal.
func isRecording(path string) bool {
	info, err := os.Stat(path)
	return err == nil && (info.IsDir() || journal.IsRecording(path))
}

// parseTime reads a time of an allocator: a duration since its host's clock began, a
// date, or nanoseconds.
func parseTime(text string) (alloc.Time, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return alloc.Time(n), nil
	}
	if d, err := time.ParseDuration(text); err == nil {
		return alloc.Time(d), nil
	}
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return alloc.Time(t.UnixNano()), nil
	}
	return 0, fmt.Errorf("%q is no time: neither nanoseconds, nor a duration such as 7.5s, nor a date such as 2026-01-31T12:00:00Z", text)
}

// readRecording is journal.Read, and names a scenario as such.
func readRecording(path string) (*journal.Recording, error) {
	if isScenario(path) {
		return nil, fmt.Errorf("%s is a scenario and no recording: simulate runs it, compare varies it; explain, top and view take it, too", path)
	}
	return journal.Read(path)
}

// carryOut replays a recording, up to a time if one is given. An observer, which may be
// nil, follows it.
func carryOut(path, to string, warnings io.Writer, observer journal.Observer) (*journal.Replay, error) {
	rec, err := readRecording(path)
	if err != nil {
		return nil, err
	}
	p := &journal.Replay{Observer: observer, Policies: linked.Policies}
	if to != "" {
		p.To, err = parseTime(to)
		if err != nil {
			return nil, err
		}
		p.Until = true
	}
	if isTerminal(warnings) {
		bar := progressbar.NewOptions64(1, progressbar.OptionSetWriter(warnings), progressbar.OptionSetDescription(path), progressbar.OptionSetWidth(30),
			progressbar.OptionShowBytes(true), progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
		p.Progress = func(done, total int64) {
			bar.ChangeMax64(total)
			_ = bar.Set64(done)
		}
		defer func() { _ = bar.Finish() }()
	}
	err = p.Run(rec)
	for _, gap := range p.Gaps {
		fmt.Fprintf(warnings, "%s: %d calls are missing after call %d: %s\n", path, gap.Lost, gap.Calls, gap.Reason)
	}
	for _, damage := range p.Damages {
		if p.Allocator != nil { // else it is the error
			fmt.Fprintf(warnings, "%v; all before it is used, and what follows from the next snapshot on\n", damage)
		}
	}
	if p.Allocator != nil && p.Unchecked > 0 {
		fmt.Fprintf(warnings, "%s: %s\n", path, loss(p))
	}
	if p.Allocator != nil && p.BrokenOff {
		fmt.Fprintf(warnings, "%s: nothing can be read behind %s: what follows is of then\n", path, journal.TimeText(p.Allocator.Now()))
	}
	return p, err
}

// replayRecording says whether a recording replays identically.
func replayRecording(out, warnings io.Writer, path, to string, check bool, f *differenceFlags) {
	p, err := carryOut(path, to, warnings, nil)
	if different, ok := errors.AsType[*journal.Difference](err); ok {
		fmt.Fprintf(out, "different: %v\n", different)
		f.write(out, warnings, path, to, different)
		must.Do(errFailed)
	}
	must.Do(err)
	if check {
		if err := p.Allocator.Validate(); err != nil {
			fmt.Fprintf(out, "invariant %v\n", err)
			must.Do(errFailed)
		}
	}
	fmt.Fprint(out, tellIdentical("identical", p))
	tellUnended(out, p)
	must.Do(lossError(p))
}

// tellUnended says which recordings do not end as they do when they are switched off.
func tellUnended(out io.Writer, p *journal.Replay) {
	for _, u := range p.Unended {
		fmt.Fprintln(out, u.String())
	}
}

func stateCommand() *cobra.Command {
	var at string
	var standing bool
	command := &cobra.Command{
		Use:   "state RECORDING",
		Short: "Print the state of an allocator at a time of a recording, as JSON",
		Long: `Replays RECORDING, a folder or a file of it, and prints the state that the allocator
was in: at the end, or before the first call that named a time later than --at. That
is a duration on the host's clock such as 7.5s, a date, or nanoseconds. If a damage keeps it
from getting there, it prints the last state that can be read, and the exit status is 3, or
4 where only an end is cut off. With --standing it prints where each role and framework
stands instead, as text (docs/standing.md).`,
		Args: cobra.ExactArgs(1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			p := must.Get(carryOut(args[0], at, cmd.ErrOrStderr(), nil))
			if standing {
				all := must.Get(p.Allocator.ExplainStanding(alloc.StandingQuestion{Role: alloc.AllRoles, OtherRole: alloc.AllRoles}))
				must.Get(fmt.Fprint(cmd.OutOrStdout(), all.String()))
			} else {
				must.Get(fmt.Fprintf(cmd.OutOrStdout(), "%s\n", p.Allocator.AppendState(nil)))
			}
			must.Do(brokenOff(p))
		}),
	}
	command.Flags().StringVar(&at, "at", "", "when; at the end if it is not given")
	command.Flags().BoolVar(&standing, "standing", false, "where roles and frameworks stand")
	return command
}

func journalCommand() *cobra.Command {
	var anonymous, to string
	var asHistory, asJSON bool
	command := &cobra.Command{
		Use:   "journal RECORDING",
		Short: "Say what a recording has: files, times, calls, gaps; or turn it into another",
		Long: `Lists the files of RECORDING, a folder or a file of it, with times, calls, cycles and
sizes, how each ends, and what is missing or damaged.

With --anonymize FOLDER, which must not be there, the recording is written into that
with other names: those of agents, hosts, frameworks, roles and all labels are
replaced, equal ones by equal ones, so that their order and the tree of roles stay.
Names of resources stay. What was written is replayed: exit status 1 if an answer
differs from the recorded one.

With --history it is printed as a history (docs/history.md), each cycle with the offers
that were recorded, up to --to if that is given. It has to begin with a new allocator.
It is carried out again: exit status 1 if it makes other offers. A call that a history
has no words for would be named on the standard error.`,
		Args: cobra.ExactArgs(1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			switch {
			case asHistory:
				printHistory(cmd.OutOrStdout(), cmd.ErrOrStderr(), args[0], to)
			case to != "":
				must.Fail("--to is for --history")
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
}
