package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/fuzz/history"
)

func replayCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "replay FILE",
		Short: "Replay a history and print the answers",
		Long: `Replays the operations in FILE, JSON lines or the short form for people, and
prints each with its answer. An operation that the allocator refuses is shown
with the reason and changes nothing.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			traces, err := readHistory(args[0])
			if err != nil {
				return err
			}
			for _, trace := range traces {
				if err := replay(cmd.OutOrStdout(), trace); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// readHistory reads a file in either form.
func readHistory(file string) ([]history.Trace, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	read := history.ReadShort
	if first := bytes.TrimSpace(content); bytes.HasPrefix(first, []byte("{")) || bytes.HasPrefix(first, []byte{0x1f, 0x8b}) {
		read = history.Read
	}
	traces, err := read(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return traces, nil
}

// replay prints each operation of a trace with its answer.
func replay(out io.Writer, trace history.Trace) error {
	d, done, err := newCore()
	if err != nil {
		return err
	}
	defer done()
	for _, step := range trace.Steps {
		answer, err := d.Apply(step.Op)
		if err != nil {
			fmt.Fprintf(out, "%v\n  refused: %v\n", step, err)
			continue
		}
		fmt.Fprintf(out, "%v\n  %v\n", step, answer)
	}
	return nil
}
