package main

import (
	"path/filepath"
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
