package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

const tiny = `title: tiny
duration: 1m
seeds: 2
machines: {has: {cpus: 4, mem: 8GB}}
frameworks: {name: web, tasks: {size: {cpus: 1}, keep: 2, duration: forever}}
expect: {figure: running, of: web, from: 5s, min: 2, max: 2}
`

// simulateFile runs the command on a scenario.
func simulateFile(t *testing.T, text string, flags ...string) (string, error) {
	t.Helper()
	out, _, err := execute(simulateCommand(), append(flags, fileOf(t, "tiny.yaml", text))...)
	return out, err
}

func TestSimulate(t *testing.T) {
	out, err := simulateFile(t, tiny)
	require.NoError(t, err)
	require.Contains(t, out, "tiny\n  simulated             1m0s with 1 machine and 1 framework, seed 1\n")
	require.Contains(t, out, "as expected: running of web from 5s on is 2, 2 to 2 expected (seed 2)\n")

	folder := t.TempDir()
	out, err = simulateFile(t, tiny, "--json", "--out", folder, "--seeds", "3")
	require.NoError(t, err)
	var document struct {
		Scenario string
		Runs     []struct {
			Seed    int
			Figures map[string]float64
		}
		Failed []string
	}
	require.NoError(t, json.Unmarshal([]byte(out), &document))
	require.Equal(t, "tiny", document.Scenario)
	require.Len(t, document.Runs, 3)
	require.Equal(t, 3, document.Runs[2].Seed)
	require.Equal(t, 0.5, document.Runs[0].Figures["utilisation of cpus"])
	require.Empty(t, document.Failed)
	require.FileExists(t, filepath.Join(folder, "tiny.html"))
}

// Nothing is run before all scenarios are read, and no page is written over another.
func TestAllScenariosAreReadFirst(t *testing.T) {
	one, other := filepath.Join(t.TempDir(), "tiny.yaml"), filepath.Join(t.TempDir(), "tiny.yaml")
	require.NoError(t, os.WriteFile(one, []byte(tiny), 0o666))
	require.NoError(t, os.WriteFile(other, []byte(tiny), 0o666))
	out, err := output(simulateCommand(), one, other, "--out", t.TempDir())
	require.ErrorContains(t, err, "tiny.yaml would both be written to ")
	require.Empty(t, out)
	out, err = output(simulateCommand(), one, other)
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(out, "1 machine and"))
	out, err = output(simulateCommand(), one, filepath.Join(t.TempDir(), "missing.yaml"))
	require.ErrorIs(t, err, os.ErrNotExist)
	require.Empty(t, out)
}

// A closed pipe is what head leaves: the page is written before anything is said.
type closedPipe struct{ page string }

func (p closedPipe) Write([]byte) (int, error) {
	_, err := os.Stat(p.page)
	return 0, errors.Join(err, io.ErrClosedPipe)
}

func TestThePageIsWrittenFirst(t *testing.T) {
	file, folder := filepath.Join(t.TempDir(), "tiny.yaml"), filepath.Join(t.TempDir(), "of", "pages")
	require.NoError(t, os.WriteFile(file, []byte(tiny), 0o666))
	for page, command := range map[string]*cobra.Command{"tiny.html": simulateCommand(), "tiny-compared.html": compareCommand()} {
		command.SilenceUsage, command.SilenceErrors = true, true
		command.SetOut(closedPipe{filepath.Join(folder, page)})
		command.SetArgs([]string{file, "--out", folder, "--json"})
		if strings.Contains(page, "compared") {
			command.SetArgs([]string{file, "--out", folder, "--vary", "policy=drf,random"})
		}
		err := command.Execute()
		require.ErrorIs(t, err, io.ErrClosedPipe)
		require.NotErrorIs(t, err, os.ErrNotExist)
	}
	_, err := output(simulateCommand(), recorded(t))
	require.ErrorContains(t, err, "is no scenario; of a recording, apportion scenario")
}

func TestSimulateFailsWhereItIsNotAsExpected(t *testing.T) {
	out, err := simulateFile(t, tiny, "--set", "frameworks.web.tasks.0.keep=3")
	require.ErrorIs(t, err, errFailed)
	require.Contains(t, out, "NOT AS EXPECTED: running of web from 5s on is 3, 2 to 2 expected (seed 1)\n")
}

func TestSimulateRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"duration: 1m\n": "tiny.yaml:1:1: keys [\"machines\" \"frameworks\"] are missing",
		tiny + "seed: 3": "tiny.yaml:7:1: unknown key \"seed\"; did you mean \"seeds\"?\n    7 | seed: 3\n      | ^",
	} {
		out, err := simulateFile(t, text)
		require.ErrorContains(t, err, want)
		require.Empty(t, out)
	}
	_, err := simulateFile(t, tiny, "--set", "policy")
	require.ErrorContains(t, err, "\"policy\" is not PATH=VALUE")
	for _, seeds := range []string{"0", "-1", "1001"} {
		_, err = simulateFile(t, tiny, "--seeds", seeds)
		require.EqualError(t, err, "--seeds "+seeds+": there are 1 to 1000 seeds")
	}
}
