// Command apportion works with histories of an allocator's calls: it checks
// an allocator against recorded answers and replays what was written down. It
// also draws what was measured.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

// Exit codes: 1 if a check failed, 2 if the command could not be carried out.
const (
	exitFailed = 1
	exitUsage  = 2
)

// errFailed says that a check failed and has been reported.
var errFailed = errors.New("check failed")

func main() {
	root := &cobra.Command{
		Use:           "apportion",
		Short:         "Tools for the Apportion allocator",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		compareCommand(),
		conformanceCommand(),
		explainCommand(),
		journalCommand(),
		replayCommand(),
		reportCommand(),
		scenarioCommand(),
		simulateCommand(),
		stateCommand(),
		whatifCommand(),
	)
	err := root.Execute()
	switch {
	case err == nil:
	case errors.Is(err, errFailed):
		os.Exit(exitFailed)
	default:
		fmt.Fprintf(os.Stderr, "apportion: %v\n", err)
		os.Exit(exitUsage)
	}
}
