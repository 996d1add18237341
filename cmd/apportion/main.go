// Command apportion works with histories of an allocator's calls: it checks
// an allocator against recorded answers and replays what was written down. It
// also draws what was measured.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/sorter/policy"
)

// Exit codes: 1 if a check failed, 2 if the command could not be carried out, 3 and 4 if not
// all of a recording could be checked, or its state is of an earlier time than was asked for.
const (
	exitFailed = 1
	exitUsage  = 2
	// What could be read of a recording is identical; more of it is damaged, or
	// it ends within a frame.
	exitDamaged = 3
	exitCut     = 4
)

// errFailed says that a check failed and has been reported.
var errFailed = errors.New("check failed")

// Not all of a recording could be checked, which has been reported.
var (
	errDamaged = errors.New("the recording is damaged")
	errCut     = errors.New("the recording ends within a frame")
)

// steps are what a command does, up to the first that fails (package must).
func steps(do func(cmd *cobra.Command, args []string)) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) (err error) {
		defer policy.CatchPanic(&err)
		return must.Catch(func() { do(cmd, args) })
	}
}

// rootCommand is the program, which writes to these files.
func rootCommand(out, errors *os.File) *cobra.Command {
	root := &cobra.Command{
		Use:           "apportion",
		Short:         "Tools for the Apportion allocator",
		Version:       apportion.Release(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(wrongFlag)
	root.SetOut(outputText(out))
	root.SetErr(outputText(errors))
	top := topCommand()
	top.SetOut(out) // it draws on the terminal, and shows names itself
	root.AddCommand(
		compareCommand(),
		conformanceCommand(),
		explainCommand(),
		journalCommand(),
		manCommand(root),
		replayCommand(),
		reportCommand(),
		scenarioCommand(),
		simulateCommand(),
		stateCommand(),
		top,
		viewCommand(),
		whatifCommand(),
	)
	for _, command := range root.Commands() {
		if check := command.Args; check != nil {
			command.Args = withUsage(check)
		}
	}
	return root
}

func main() {
	root := rootCommand(os.Stdout, os.Stderr)
	err := root.Execute()
	switch {
	case err == nil:
	case errors.Is(err, errFailed):
		os.Exit(exitFailed)
	case errors.Is(err, errDamaged):
		os.Exit(exitDamaged)
	case errors.Is(err, errCut):
		os.Exit(exitCut)
	default:
		fmt.Fprintf(root.ErrOrStderr(), "apportion: %v\n", err)
		os.Exit(exitUsage)
	}
}
