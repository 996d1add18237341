package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/apportion/apportion"
)

// manCommand writes the manual page of the tool and all its commands. make install installs it.
func manCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:    "man",
		Short:  "Write the manual page",
		Hidden: true,
		Args:   cobra.NoArgs,
		Run:    func(cmd *cobra.Command, _ []string) { writeManual(cmd.OutOrStdout(), root) },
	}
}

const exitStatuses = `.SH EXIT STATUS
.TP
0
All is well.
.TP
1
A check failed: an expectation, an answer that differs.
.TP
2
The command could not be carried out.
.TP
3
What could be read of a recording is identical, and more of it is damaged.
.TP
4
Likewise, and it ends within a frame.
`

// writeManual writes a page in man's macros.
func writeManual(w io.Writer, root *cobra.Command) {
	fmt.Fprintf(w, ".TH APPORTION 1 \"\" \"Apportion %s\" \"User Commands\"\n", apportion.Release())
	fmt.Fprintf(w, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B apportion\n.I COMMAND\n[options]\n.SH COMMANDS\n", root.Name(), roff(root.Short))
	for _, command := range root.Commands() {
		if !command.Hidden {
			writeCommand(w, command)
		}
	}
	fmt.Fprint(w, exitStatuses)
}

func writeCommand(w io.Writer, command *cobra.Command) {
	usage := strings.TrimSuffix(command.UseLine(), " [flags]")
	fmt.Fprintf(w, ".SS \"%s\"\n%s.\n", roff(usage), roff(command.Short))
	if command.Long != "" {
		for paragraph := range strings.SplitSeq(command.Long, "\n\n") {
			if strings.HasPrefix(paragraph, " ") { // as it is
				fmt.Fprintf(w, ".PP\n.nf\n%s\n.fi\n", roff(paragraph))
			} else {
				fmt.Fprintf(w, ".PP\n%s\n", roff(paragraph))
			}
		}
	}
	command.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		fmt.Fprintf(w, ".TP\n.B \\-\\-%s\n%s\n", roff(strings.TrimSpace(f.Name+" "+value)), roff(usage))
	})
	for _, sub := range command.Commands() {
		if !sub.Hidden {
			writeCommand(w, sub)
		}
	}
}

// roff is a text whose characters mean nothing to man.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
