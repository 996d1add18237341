package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
)

func replayCommand() *cobra.Command {
	var check bool
	var to string
	var difference differenceFlags
	command := &cobra.Command{
		Use:   "replay FILE",
		Short: "Replay a history and print the answers, or a recording and compare them",
		Long: `FILE is a history, or a recording.

  apportion replay examples/headroom.history
  apportion replay --check DIR

Of a history (docs/history.md), JSON lines or the short form for people, it prints each
operation with its answer. An operation that the allocator refuses is shown with the
reason and changes nothing. With --check, each answer is compared with the reference
model's and with the recorded one, if there is one; the first difference ends the replay.

A recording (docs/journal.md), a file of one or its folder, is carried out again, and each
answer compared with the recorded one, up to the first that differs. With --to it stops
before the first call that names a later time: a duration on the host's clock such as
7.5s, a date, or nanoseconds. With --check, all invariants are checked at the end.

Where an answer of a recording differs, the history up to there is printed, or written to
--out. If the last call is answered otherwise by another version of this command, which
--against names, or else by the allocator without its shortcuts, then the history is
reduced to what shows that.

The exit status is

  0  if no answer differs
  1  if one does
  2  if FILE cannot be read
  3  if all that can be read of a recording is identical, but it is damaged
  4  likewise, if it only ends within a frame, as after a process that was killed`,
		Args: cobra.ExactArgs(1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			if isRecording(args[0]) {
				replayRecording(cmd.OutOrStdout(), cmd.ErrOrStderr(), args[0], to, check, &difference)
				return
			}
			refuseFlags(cmd, "recordings", args[0], "to", "against", "out", "reduce")
			for _, trace := range readHistory(args[0]) {
				replay(cmd.OutOrStdout(), trace, check)
			}
		}),
	}
	command.Flags().BoolVar(&check, "check", false, "compare with the reference model and the recorded answers; of a recording, check invariants")
	command.Flags().StringVar(&to, "to", "", "of a recording: the time at which to stop")
	command.Flags().StringVar(&difference.against, "against", "", "of a recording that differs: another version of this program, to reduce the history by")
	command.Flags().StringVar(&difference.out, "out", "", "of a recording that differs: file to write the history to")
	command.Flags().DurationVar(&difference.reduce, "reduce", 30*time.Second, "of a recording that differs: how long to reduce the history")
	return command
}

// readHistory reads a file in either form.
func readHistory(file string) []history.Trace {
	if isScenario(file) {
		must.Fail("%s is a scenario and no history: simulate runs it; explain, top, view and compare take it, too", file)
	}
	traces, err := history.ReadAny(readFile(file))
	must.Do(about(file, err))
	if len(traces) == 0 {
		must.Fail("%s: there is no history", file)
	}
	return traces
}

// readFile reads a file, or what comes through a pipe. A device may have no end.
func readFile(file string) []byte {
	if about, err := os.Stat(file); err == nil && about.Mode()&os.ModeCharDevice != 0 {
		must.Fail("%s is a device and no file", file)
	}
	return must.Get(os.ReadFile(file))
}

// replay prints each operation of a trace with its answer.
func replay(out io.Writer, trace history.Trace, check bool) {
	d := driver.New(alloc.Options{})
	reference := referenceFor(out, trace, check)
	for _, step := range trace.Steps {
		answer, refused := d.Apply(step.Op)
		if refused != nil {
			fmt.Fprintf(out, "%v\n  refused: %v\n", step, refused)
		} else {
			fmt.Fprintf(out, "%v\n  %v\n", step, onOwnLine(answer))
		}
		if !check {
			continue
		}
		if err := compare(reference, step, answer, refused); err != nil {
			fmt.Fprintf(out, "  %v\n", err)
			must.Do(errFailed)
		}
	}
}

// onOwnLine is an answer's text without the line break that it begins with: it
// stands where a line has begun.
func onOwnLine(a history.Answer) string { return strings.TrimPrefix(a.String(), "\n  ") }
