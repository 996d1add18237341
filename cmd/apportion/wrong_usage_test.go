package main

import (
	"testing"

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
