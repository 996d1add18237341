package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/journal"
)

func TestWhatifOverARecording(t *testing.T) {
	dir := recorded(t)
	out, err := output(whatifCommand(), dir, "--at", "1.5s")
	require.NoError(t, err)
	require.Equal(t, "state at 1s, next cycle at 2s\nno difference in what is offered: nothing is, with the changes or without, and apportion explain says why\n", out)

	out, err = output(whatifCommand(), dir, "--at", "1.5s", "--add-agents", "2:cpus:4", "--fits", "cpus:2,x4")
	require.ErrorIs(t, err, errFailed)
	require.Equal(t, `state at 1s, next cycle at 2s
  with more agents: 2 of cpus:4

role  framework  resource  was  would be  difference
web   all        cpus      0    8         +8
web   f          cpus      0    8         +8

tasks of cpus:2  was  would be  difference  4 fit
as a whole       0    4         +4          now they would
`, out)

	out, err = output(whatifCommand(), dir, "--add-agents", "2:cpus:4", "--quota", "web=cpus:..20", "--json")
	require.ErrorIs(t, err, errFailed)
	var answer struct {
		Different bool
		Changes   []string
		Offers    []struct {
			Role, Framework, Resource string
			Was                       float64
			Would                     float64 `json:"would_be"`
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &answer))
	require.True(t, answer.Different)
	require.Equal(t, []string{"with more agents: 2 of cpus:4", "quota of web: cpus:..20"}, answer.Changes)
	require.Equal(t, 4.0, answer.Offers[1].Would, "16 are offered already")
}

// Changes are made in the order in which they are given.
func TestWhatifKeepsTheOrderOfChanges(t *testing.T) {
	dir := recorded(t)
	_, err := output(whatifCommand(), dir, "--remove-agents", "3", "--add-agents", "1:cpus:4")
	require.ErrorContains(t, err, "3 agents cannot be removed: there are 2")
	_, err = output(whatifCommand(), dir, "--add-agents", "1:cpus:4", "--remove-agents", "3")
	require.NoError(t, err, "nothing is free on either side")
}

func TestWhatifRefuses(t *testing.T) {
	dir := recorded(t)
	for arguments, want := range map[string]string{
		"--at 3s":                  "nothing of 3s: it goes from 0s to 2s",
		"--at noon":                `"noon" is no time`,
		"--weight webb=2":          "did you mean \"web\"?",
		"--weight web":             "names no role",
		"--quota web=cpus:4":       "has no guarantee and no limit",
		"--policy max-min":         "no such policy",
		"--framework-policy /b=":   `there is no role "b" in use`,
		"--remove-agents rack-*":   "no agent's id matches",
		"--fits cpus":              "is no amount of a resource",
		"--at 1s --fits cpus:1,x0": "is no number of tasks",
	} {
		_, err := output(whatifCommand(), append([]string{dir}, strings.Fields(arguments)...)...)
		require.ErrorContains(t, err, want, arguments)
		require.NotErrorIs(t, err, errFailed)
	}
	_, err := output(whatifCommand(), t.TempDir())
	require.ErrorIs(t, err, journal.ErrNoRecording)
}

// What docs/journal.md shows is what the command prints.
func TestWhatifOfThePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/journal.md")
	require.NoError(t, err)
	_, example, ok := strings.Cut(string(page), "```console\n$ apportion whatif ")
	require.True(t, ok)
	example, _, _ = strings.Cut(example, "```\n")
	command, shown, _ := strings.Cut(example, "\n")
	out, err := output(whatifCommand(), strings.Fields(strings.Replace(command, "DIR", recorded(t), 1))...)
	require.ErrorIs(t, err, errFailed)
	require.Equal(t, shown, out)
}

// Each flag of the command stands in docs/journal.md.
func TestWhatifFlagsAreOnThePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/journal.md")
	require.NoError(t, err)
	for _, flag := range regexp.MustCompile(`--[a-z-]+`).FindAllString(whatifCommand().Flags().FlagUsages(), -1) {
		require.True(t, strings.Contains(string(page), flag), flag)
	}
}
