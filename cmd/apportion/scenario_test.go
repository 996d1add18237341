package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The files that scenario writes are what simulate takes.
func TestScenarioOfARecording(t *testing.T) {
	dir, folder := recorded(t), t.TempDir()
	file := filepath.Join(folder, "r.yaml")
	out, err := output(scenarioCommand(), dir, "--out", file)
	require.NoError(t, err)
	require.Equal(t, file+"\n", out, "nothing ran at the beginning")
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Regexp(t, `(?m)^  - \{name: f, roles: \[web\].*, tasks: \[\n      \{.*\}\]\}$`, string(content), "a line for a framework, and one for a kind of its tasks")
	_, err = output(simulateCommand(), file, "--quiet")
	require.NoError(t, err)

	requireReplaced(t, file, func() {
		_, err := output(scenarioCommand(), dir, "--out", file)
		require.NoError(t, err)
	})
	again, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(content), string(again))
}

func TestScenarioRefuses(t *testing.T) {
	dir := recorded(t)
	for _, c := range []struct {
		arguments []string
		want      string
	}{
		{[]string{dir, "--out", "r.txt"}, "ends in .yaml"},
		{[]string{dir, "--from", "yesterday"}, `"yesterday" is no time`},
		{[]string{dir, "--from", "1h"}, "it goes from 0s to 2s"},
		{[]string{dir, "--to", "1h"}, "the recording has nothing of 1h0m0s"},
		{[]string{dir, "--from", "2s"}, "nothing is offered in that stretch"},
		{[]string{dir, "--from", "2s", "--to", "1s"}, "--to 1s is not after --from 2s"},
		{[]string{t.TempDir()}, "there is no recording"},
	} {
		_, err := output(scenarioCommand(), c.arguments...)
		require.ErrorContains(t, err, c.want)
	}
}
