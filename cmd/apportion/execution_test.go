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
