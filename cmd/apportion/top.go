package main

import (
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/cmd/apportion/top"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/view"
)

func topCommand() *cobra.Command {
	var f viewFlags
	var o top.Options
	var once, asJSON bool
	command := &cobra.Command{
		Use:   "top ADDRESS|RECORDING|SCENARIO",
		Short: "Show an allocator at work in a terminal: who holds what, who should, who waits, and why",
		Long: `Shows how an allocator stands, as the page that docs/view.md describes does: of one at work
by the address of its page (http://HOST:PORT/allocator/view/, or what apportion view prints),
of RECORDING, a folder or a file of it, or of SCENARIO, which it runs. Roles and frameworks
are sorted by how far from fair they are; ? shows the keys.

With --once, and where the output is no terminal, it is printed once. NO_COLOR in the
environment switches colours off. The exit status is that of apportion view.

  apportion top scenarios/rack-under-quota.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			fit(cmd, args[0])
			o.Name = args[0]
			source := f.source(args[0], cmd.ErrOrStderr())
			out := cmd.OutOrStdout()
			in, _ := cmd.InOrStdin().(*os.File)
			terminal, _ := out.(*os.File)
			switch {
			case asJSON:
				document, err := top.Document(source, o)
				must.Do(about(args[0], err))
				writeJSON(out, document)
			case once || in == nil || terminal == nil || !top.Usable(in, terminal):
				must.Do(about(args[0], top.Once(out, source, o)))
			default:
				must.Do(about(args[0], top.Run(cmd.Context(), in, terminal, source, o)))
			}
			must.Do(f.lack)
		}),
	}
	flags := command.Flags()
	flags.BoolVar(&once, "once", false, "print it once, as text")
	flags.BoolVar(&asJSON, "json", false, "print it once, as JSON")
	flags.StringVar(&o.By, "by", "", "the resource to compare shares of (default: each role's dominant one)")
	flags.StringVar(&o.Sort, "sort", "", "what to sort by: "+strings.Join(top.Sorts(), ", "))
	flags.StringVar(&o.Role, "role", "", "show this role and those below it")
	flags.StringVar(&o.Find, "find", "", "show roles and frameworks with this in their names")
	f.addTo(command)
	must.Do(command.RegisterFlagCompletionFunc("sort", cobra.FixedCompletions(top.Sorts(), cobra.ShellCompDirectiveNoFileComp)))
	return command
}

// source is what a server serves, or a recording or a scenario shows.
func (f *viewFlags) source(path string, warnings io.Writer) view.Source {
	if top.IsAddress(path) {
		return must.Get(top.Server(path))
	}
	return f.play(path, nil, warnings)
}
