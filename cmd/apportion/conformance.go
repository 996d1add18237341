package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/abi"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
)

func conformanceCommand() *cobra.Command {
	var via, library string
	cmd := &cobra.Command{
		Use:   "conformance DIR",
		Short: "Compare the allocator's answers with recorded ones",
		Long: `Replays the traces in DIR (*.jsonl and *.jsonl.gz), each on a new allocator,
and prints the first difference of each that fails.

Traces that are listed in DIR/mesos_vectors.txt are replayed by a build with
the tag mesos_vectors alone.

With --via abi the allocators are those of the C library, reached through C++;
each trace is replayed twice, once with a call for each operation and once with
batches.`,
		Args: cobra.ExactArgs(1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			files := traceFiles(args[0])
			switch via {
			case "go":
				must.Do(conform(cmd.OutOrStdout(), files, newCore))
			case "abi":
				conformABI(cmd.OutOrStdout(), files, library)
			default:
				must.Fail("--via %s: go or abi is meant", via)
			}
		}),
	}
	cmd.Flags().StringVar(&via, "via", "go", "how to reach the allocator: go, or abi for the C library")
	cmd.Flags().StringVar(&library, "library", "build", "with --via abi, the folder of libapportion.so and abi-runner")
	return cmd
}

// opener returns a driver for one trace, and what ends its use.
type opener func() (history.Driver, func() error)

// newCore returns the allocator of this module, driven through its Go API.
func newCore() (history.Driver, func() error) {
	return driver.New(alloc.Options{}), func() error { return nil }
}

// conformABI is conform through the C library, in both modes.
func conformABI(out io.Writer, files []string, folder string) {
	path := filepath.Join(folder, "abi-runner")
	if _, err := os.Stat(path); err != nil {
		must.Fail("%w (to build it: make build/abi-runner)", err)
	}
	runner := must.Get(abi.Start(path))
	var failed error
	for _, mode := range []abi.Mode{abi.Single, abi.Batched} {
		fmt.Fprintf(out, "via the C library, %v\n", mode)
		err := conform(out, files, func() (history.Driver, func() error) {
			session := runner.Session(mode)
			return driver.NewOn(session.Open, alloc.Options{}), session.Close
		})
		if err != nil && !errors.Is(err, errFailed) {
			must.Do(errors.Join(err, runner.Close()))
		}
		failed = errors.Join(failed, err)
	}
	must.Do(errors.Join(failed, runner.Close()))
}

// traceFiles lists the trace files of a folder by name.
func traceFiles(dir string) []string {
	var files []string
	for _, e := range must.Get(os.ReadDir(dir)) {
		if strings.HasSuffix(e.Name(), ".jsonl") || strings.HasSuffix(e.Name(), ".jsonl.gz") {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	if len(files) == 0 {
		must.Fail("%s: no trace files (*.jsonl, *.jsonl.gz); folders in it are not searched", dir)
	}
	return files
}

// conform replays the traces of all files that this build can replay, each on an allocator of
// its own.
func conform(out io.Writer, files []string, open opener) error {
	passed, failed := 0, 0
	var failing, others []string // families, traces
	for _, file := range files {
		traces, left, err := driver.ReadTraces(file)
		if err != nil {
			return err
		}
		others = append(others, left...)
		before := failed
		for _, trace := range traces {
			d, done := open()
			err := errors.Join(history.Replay(trace, d), done())
			if err == nil {
				passed++
				continue
			}
			failed++
			fmt.Fprintf(out, "%s: %v\n", file, err)
		}
		if failed > before {
			failing = append(failing, family(file))
		}
	}
	if len(failing) > 0 {
		fmt.Fprintf(out, "families that do not pass: %s\n", strings.Join(slices.Compact(failing), " "))
	}
	if len(others) > 0 {
		fmt.Fprintf(out, "%d not replayed: quota chooses among several disks in Mesos's own order, which builds with the tag mesos_vectors follow (make conformance): %s\n", len(others), strings.Join(others, " "))
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return errFailed
	}
	return nil
}

// family is the name of a trace file without its endings.
func family(file string) string {
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	return name
}
