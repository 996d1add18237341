package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
)

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
stands instead, as text (docs/standing.md).

  apportion state DIR --at 7.5s --standing`,
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
