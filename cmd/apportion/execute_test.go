package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// execute runs a command, and returns what it has written and what it has warned of.
func execute(command *cobra.Command, arguments ...string) (out, warnings string, err error) {
	var written, warned strings.Builder
	command.SilenceErrors, command.SilenceUsage = true, true
	command.SetOut(&written)
	command.SetErr(&warned)
	command.SetArgs(arguments)
	err = command.Execute()
	return written.String(), warned.String(), err
}

// output is execute with both in one, the warnings last.
func output(command *cobra.Command, arguments ...string) (string, error) {
	out, warnings, err := execute(command, arguments...)
	return out + warnings, err
}

// requireReplaced holds what writes a file that is there to make a new one in its place: the old one, which has another
// name here, would have been emptied first otherwise.
func requireReplaced(t *testing.T, path string, write func()) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte("before"), 0o666))
	other := filepath.Join(t.TempDir(), "other")
	require.NoError(t, os.Link(path, other))
	write()
	old, err := os.ReadFile(other)
	require.NoError(t, err)
	require.Equal(t, "before", string(old))
}

// fileOf is a file with that content.
func fileOf(t *testing.T, name, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(file, []byte(content), 0o666))
	return file
}
