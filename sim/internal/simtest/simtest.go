// Package simtest has what tests of simulations share: a scenario from its text, its run, and
// figures of that.
package simtest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// Parse reads a scenario's text, as that of test.yaml.
func Parse(t testing.TB, text string, set ...scenario.Override) *scenario.Scenario {
	t.Helper()
	sc, err := scenario.Parse("test.yaml", []byte(text), set...)
	require.NoError(t, err)
	return sc
}

// ParseBeside writes files, and reads a scenario's text as that of a test.yaml beside them.
func ParseBeside(t testing.TB, text string, files map[string]string) (*scenario.Scenario, error) {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666))
	}
	return scenario.Parse(filepath.Join(folder, "test.yaml"), []byte(text))
}

// Try reads a scenario's text beside files and runs it with seed 1.
func Try(t testing.TB, text string, files map[string]string) (*results.Run, error) {
	t.Helper()
	sc, err := ParseBeside(t, text, files)
	if err != nil {
		return nil, err
	}
	return sim.Simulate(sc, sim.Options{Seed: 1})
}

// Simulate runs a scenario with a seed.
func Simulate(t testing.TB, sc *scenario.Scenario, seed int64) *results.Run {
	t.Helper()
	r, err := sim.Simulate(sc, sim.Options{Seed: seed})
	require.NoError(t, err)
	return r
}

// Run runs a scenario's text with seed 1.
func Run(t testing.TB, text string) *results.Run {
	t.Helper()
	return Simulate(t, Parse(t, text), 1)
}

// RunBeside is Run of a scenario that reads files.
func RunBeside(t testing.TB, text string, files map[string]string) *results.Run {
	t.Helper()
	r, err := Try(t, text, files)
	require.NoError(t, err)
	return r
}

// Figure is a figure that there is.
func Figure(t testing.TB, r *results.Run, q results.Query) float64 {
	t.Helper()
	v, err := results.Figure(r, q)
	require.NoError(t, err)
	return v
}

// InLastHalf is a figure in the last half of a run.
func InLastHalf(t testing.TB, r *results.Run, figure, of string) float64 {
	t.Helper()
	return Figure(t, r, results.Query{Figure: figure, Of: of, From: r.Length / 2})
}
