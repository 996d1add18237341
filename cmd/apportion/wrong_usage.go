package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/apportion/apportion/internal/must"
)

// withUsage has errors about the number of arguments say which there are.
func withUsage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(command *cobra.Command, arguments []string) error {
		if check(command, arguments) == nil {
			return nil
		}
		wrong := fmt.Sprintf("there are %d arguments", len(arguments))
		switch words := strings.Fields(command.Use); {
		case len(arguments) == 0 && len(words) > 1:
			wrong = strings.TrimSuffix(words[1], "...") + " is missing"
		case len(arguments) == 1:
			wrong = "there is one argument"
		}
		return fmt.Errorf("%s; usage: apportion %s", wrong, command.Use)
	}
}

// refuseEmpty refuses flags and arguments that have nothing, as of a variable that is not set: they would be taken as
// not given, and a page would be shown on all addresses, or names that were to be replaced.
func refuseEmpty(command *cobra.Command, arguments []string) (err error) {
	command.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" {
			err = fmt.Errorf("--%s has no value", f.Name)
		}
	})
	if slices.Contains(arguments, "") {
		err = errors.New("an argument has nothing in it")
	}
	return err
}

// refuseFlags refuses flags that go with something else, and would be ignored. What is given in its place
// may be named, or "".
func refuseFlags(command *cobra.Command, with, given string, flags ...string) {
	if given != "" {
		with += ", and " + given + " is none"
	}
	for _, name := range flags {
		if command.Flags().Changed(name) {
			must.Fail("--%s goes with %s", name, with)
		}
	}
}

// helpCommand is "apportion help COMMAND", for which a command that there is not is an error.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Say what a command does, as COMMAND --help",
		RunE: steps(func(_ *cobra.Command, args []string) {
			command, rest, err := root.Find(args)
			must.Do(err)
			if len(rest) > 0 {
				must.Fail("%q is no command of %s", rest[0], command.CommandPath())
			}
			command.InitDefaultHelpFlag()
			must.Do(command.Help())
		}),
	}
}

// flagTypes are what the values of flags are, in words.
var flagTypes = map[string]string{
	"int": "a whole number", "int64": "a whole number", "uint64": "a whole number from 0 on",
	"float64": "a number", "bool": "true or false", "duration": "a time such as 30s or 1h30m",
}

// wrongFlag is an error of a flag in plain words.
func wrongFlag(command *cobra.Command, err error) error {
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		what, known := flagTypes[wrong.GetFlag().Value.Type()]
		switch {
		case errors.Is(err, strconv.ErrRange):
			return fmt.Errorf("--%s: %s is out of range", wrong.GetFlag().Name, wrong.GetValue())
		case known:
			return fmt.Errorf("--%s: %q is not %s", wrong.GetFlag().Name, wrong.GetValue(), what)
		}
	}
	if _, ok := errors.AsType[*pflag.NotExistError](err); ok && command.HasParent() {
		return fmt.Errorf("%w; %s --help lists what there is", err, command.CommandPath())
	}
	return err
}
