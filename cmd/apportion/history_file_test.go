package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// TestAHistoryIsNamedAsOne: what takes a recording or a scenario says what it was given in its place.
func TestAHistoryIsNamedAsOne(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"a.history": "initialize t\n", "b.jsonl": `{"op":"initialize"}`, "c.txt": "\n# a comment\ninitialize t\n", "d.txt": `{"op":"initialize"}`,
	} {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
		require.True(t, isHistory(file), name)
		for _, command := range []*cobra.Command{simulateCommand(), viewCommand(), topCommand()} {
			_, err := output(command, file)
			require.EqualError(t, err, file+" is a history and no scenario: replay and explain take it", command.Name())
		}
		for _, command := range []*cobra.Command{stateCommand(), whatifCommand(), scenarioCommand(), journalCommand()} {
			_, err := output(command, file)
			require.EqualError(t, err, file+" is a history and no recording: replay and explain take it", command.Name())
		}
	}
	require.False(t, isHistory(filepath.Join(dir, "missing.history")))
	require.False(t, isHistory(dir))
	require.False(t, isHistory(recorded(t)))

	other := fileOf(t, "README.md", "# Apportion\n")
	require.False(t, isHistory(other))
	_, err := output(stateCommand(), other)
	require.EqualError(t, err, other+" is no recording: it does not begin as one does; a recording is a folder, or a *.journal file of it")
}
