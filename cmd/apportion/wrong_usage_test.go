package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// TestWrongFlagsAreSaidInWords: what is wrong with a flag is said without names of Go's.
func TestWrongFlagsAreSaidInWords(t *testing.T) {
	for flag, want := range map[string]string{
		"--seed=x":                    `--seed: "x" is not a whole number`,
		"--seed=1.5":                  `--seed: "1.5" is not a whole number`,
		"--seed=99999999999999999999": "--seed: 99999999999999999999 is out of range",
		"--short=perhaps":             `--short: "perhaps" is not true or false`,
	} {
		command := topCommand()
		require.EqualError(t, wrongFlag(command, command.ParseFlags([]string{flag})), want)
	}
}

// TestDevicesAreNotRead: what has no end is refused, not read for ever.
func TestDevicesAreNotRead(t *testing.T) {
	for _, command := range []*cobra.Command{replayCommand(), reportCommand(), explainCommand()} {
		arguments := []string{"/dev/zero"}
		switch command.Name() {
		case "explain":
			arguments = append(arguments, "--framework", "web")
		case "report":
			arguments = append(arguments, "--html", filepath.Join(t.TempDir(), "page.html"))
		}
		_, err := output(command, arguments...)
		require.EqualError(t, err, "/dev/zero is a device and no file")
	}
}

// TestFlagsOfOtherThingsAreRefused: a flag that would be ignored is an error.
func TestFlagsOfOtherThingsAreRefused(t *testing.T) {
	file, dir := fileOf(t, "x.history", explainable), recorded(t)
	for _, c := range []struct {
		command   *cobra.Command
		arguments string
		want      string
	}{
		{replayCommand(), file + " --out x", "--out goes with recordings, and " + file + " is none"},
		{replayCommand(), file + " --against y", "--against goes with recordings"},
		{replayCommand(), file + " --reduce 1m", "--reduce goes with recordings"},
		{replayCommand(), file + " --to 1s", "--to goes with recordings"},
		{whatifCommand(), dir + " --seeds 3", "--seeds goes with --for"},
		{whatifCommand(), dir + " --figure jain", "--figure goes with --for"},
		{whatifCommand(), dir + " --out x", "--out goes with --for"},
		{whatifCommand(), dir + " --quiet", "--quiet goes with --for"},
		{explainCommand(), dir + " --role web --trace t", "--trace goes with histories, and " + dir + " is none"},
		{explainCommand(), dir + " --role web --short", "--short goes with scenarios"},
		{journalCommand(), dir + " --to 1s", "--to goes with --history"},
	} {
		_, err := output(c.command, strings.Fields(c.arguments)...)
		require.ErrorContains(t, err, c.want)
	}
}
