// Command apportion works with histories of an allocator's calls: it checks
// an allocator against recorded answers and replays what was written down. It
// also draws what was measured.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
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
	cobra.EnableCommandSorting = false // they are listed as they are used
	root := &cobra.Command{
		Use:           "apportion",
		Short:         "Simulates, explains, replays and shows the Apportion allocator",
		Version:       apportion.Release(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(wrongFlag)
	root.PersistentPreRunE = refuseEmpty
	root.SetOut(outputText(out))
	root.SetErr(outputText(errors))
	top := topCommand()
	top.SetOut(out) // it draws on the terminal, and shows names itself
	for _, group := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"To try something", []*cobra.Command{simulateCommand(), compareCommand(), scenarioCommand(), whatifCommand()}},
		{"To look", []*cobra.Command{viewCommand(), top, explainCommand(), stateCommand()}},
		{"Histories and recordings", []*cobra.Command{replayCommand(), journalCommand()}},
		{"For developers", []*cobra.Command{conformanceCommand(), reportCommand()}},
	} {
		root.AddGroup(&cobra.Group{ID: group.title, Title: group.title + ":"})
		for _, command := range group.commands {
			command.GroupID = group.title
			root.AddCommand(command)
		}
	}
	root.AddCommand(manCommand(root))
	root.SetHelpCommand(helpCommand(root))
	for _, command := range root.Commands() {
		if check := command.Args; check != nil {
			command.Args = withUsage(check)
		}
	}
	return root
}

func main() { os.Exit(execution(os.Args[1:], os.Stdout, os.Stderr)) }

// execution is the program with these arguments, and returns its exit code.
func execution(arguments []string, out, warnings *os.File) int {
	root := rootCommand(out, warnings)
	written := &notedOutput{Writer: root.OutOrStdout()}
	root.SetOut(written)
	root.SetArgs(arguments)
	err := root.Execute()
	if err == nil {
		err = written.err
	}
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errFailed):
		return exitFailed
	case errors.Is(err, errDamaged):
		return exitDamaged
	case errors.Is(err, errCut):
		return exitCut
	}
	fmt.Fprintf(root.ErrOrStderr(), "apportion: %v\n", err)
	return exitUsage
}

// notedOutput notes that something could not be written, which commands that print line by line do not look at.
type notedOutput struct {
	io.Writer
	err error // the first
}

func (o *notedOutput) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	o.err = cmp.Or(o.err, err)
	return n, err
}
