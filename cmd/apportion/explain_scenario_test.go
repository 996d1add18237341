package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// explainedRun is a cluster that is idle for ten minutes, and in which huge never fits.
const explainedRun = `duration: 20m
machines: {count: 3, has: {cpus: 4, mem: 8GB}}
frameworks:
  - {name: web, start: 10m, tasks: {size: {cpus: 4, mem: 8GB}, keep: 3, duration: forever}}
  - {name: huge, minimum: [{cpus: 8}], tasks: {size: {cpus: 8}, backlog: true}}
`

func TestExplainScenario(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.yaml")
	require.NoError(t, os.WriteFile(file, []byte(explainedRun), 0o644))
	ask := func(arguments ...string) (out, warnings string, err error) {
		return execute(explainCommand(), append(arguments, file)...)
	}
	out, warnings, err := ask("--framework", "huge", "--at", "5m")
	require.NoError(t, err)
	require.Contains(t, out, "less is free than the framework's minimum (3 of 3 agents)")
	require.Contains(t, warnings, "run.yaml:5:54: 8 cpus are more than any machine has: 4 at most")
	out, _, err = ask("--framework", "huge")
	require.NoError(t, err)
	require.Contains(t, out, "all of the agent is offered or in use (3 of 3 agents)", "at the end")
	out, _, err = ask("--framework", "huge", "--set", "machines.has.cpus=8")
	require.NoError(t, err)
	require.Contains(t, out, "  offered 41 times, the last ", "machines are large enough")
	for _, c := range []struct {
		arguments []string
		want      string
	}{
		{[]string{"--framework", "hug"}, `there is no framework "hug"; did you mean "huge"?`},
		{[]string{"--framework", "huge", "--at", "1h"}, "is over by then: it takes 20m0s"},
		{[]string{"--framework", "huge", "--at", "noon"}, "--at noon: no time of a scenario"},
		{[]string{"--framework", "huge", "--trace", "t"}, "--trace goes with histories"},
		{nil, "say about whom: --framework F"},
	} {
		_, _, err := ask(c.arguments...)
		require.ErrorContains(t, err, c.want)
	}
	_, _, err = runExplain(t, explainable, "--framework", "web-1", "--seed", "2")
	require.ErrorContains(t, err, "--seed goes with scenarios")
	_, _, err = execute(replayCommand(), file)
	require.ErrorContains(t, err, "is a scenario and no history: simulate runs it")
	for _, command := range []*cobra.Command{whatifCommand(), stateCommand(), journalCommand(), scenarioCommand()} {
		_, _, err := execute(command, file)
		require.ErrorContains(t, err, "is a scenario and no recording: simulate runs it", command.Name())
	}
}
