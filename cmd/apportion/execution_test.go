package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Where the output takes nothing more, the command fails, and says so.
func TestAFullOutputIsAnError(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is none: ", err)
	}
	defer full.Close()
	history, recording, scenario := fileOf(t, "x.history", "initialize t\nagent a1 cpus:4\nframework web roles=web\n"), recorded(t), fileOf(t, "x.yaml", tiny)
	for _, arguments := range [][]string{
		{"--help"}, {"replay", history}, {"replay", recording}, {"explain", history, "--framework", "web"}, {"simulate", scenario},
		{"explain", recording, "--framework", "f"}, {"journal", recording}, {"journal", recording, "--anonymize", t.TempDir() + "/to"},
		{"conformance", filepath.Dir(fileOf(t, "x.jsonl", `{"op":"initialize","trace":"t"}`+"\n"))}, {"view", scenario}, {"state", recording},
	} {
		warnings, err := os.CreateTemp(t.TempDir(), "")
		require.NoError(t, err)
		require.Equal(t, exitUsage, execution(arguments, full, warnings), arguments)
		told, err := os.ReadFile(warnings.Name())
		require.NoError(t, err)
		require.Contains(t, string(told), "no space left on device", arguments)
		require.NoError(t, warnings.Close())
	}
}

// What has nothing in it, as a variable of a script that is not set, is not taken as left out: view would listen on all
// addresses, and journal --anonymize list all names.
func TestEmptyFlagsAreRefused(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	require.NoError(t, err)
	defer null.Close()
	recording, scenario := recorded(t), fileOf(t, "x.yaml", tiny)
	for text, arguments := range map[string][]string{
		"--listen has no value":     {"view", scenario, "--listen", ""},
		"--anonymize has no value":  {"journal", recording, "--anonymize="},
		"--out has no value":        {"simulate", scenario, "--out", ""},
		"--at has no value":         {"state", recording, "--at", ""},
		"an argument has nothing":   {"conformance", ""},
		"--framework has no value":  {"explain", recording, "--framework", "", "--role", "web"},
		"--against has no value":    {"replay", recording, "--against", ""},
		"--seeds: \"\" is not a wh": {"simulate", scenario, "--seeds", ""},
	} {
		warnings, err := os.CreateTemp(t.TempDir(), "")
		require.NoError(t, err)
		require.Equal(t, exitUsage, execution(arguments, null, warnings), arguments)
		told, err := os.ReadFile(warnings.Name())
		require.NoError(t, err)
		require.Contains(t, string(told), text, arguments)
		require.NoError(t, warnings.Close())
	}
}
