package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func run(t *testing.T, content string, arguments ...string) (string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "history")
	require.NoError(t, os.WriteFile(file, []byte(content), 0o666))
	command := replayCommand()
	command.SilenceErrors, command.SilenceUsage = true, true
	var out strings.Builder
	command.SetOut(&out)
	command.SetArgs(append(arguments, file))
	err := command.Execute()
	return out.String(), err
}

const short = `initialize t
framework f1 roles=a
agent a1 cpus:8
remove-agent a2
`

// Each operation is shown with its answer or the reason why it was refused.
func TestReplay(t *testing.T) {
	for _, flags := range [][]string{nil, {"--check"}} {
		out, err := run(t, short, flags...)
		require.NoError(t, err)
		require.Contains(t, out, "offer f1 a a1 [cpus:8]")
		require.Contains(t, out, "refused: ")
	}
}

// With --check, a recorded answer has to be the one given.
func TestReplayChecks(t *testing.T) {
	trace := `{"op":"initialize","trace":"t"}
{"op":"pause","expect":{"offers":[{"framework":"f1","role":"a","agent":"a1","resources":[]}],"inverse_offers":[]}}
`
	_, err := run(t, trace)
	require.NoError(t, err)
	out, err := run(t, trace, "--check")
	require.ErrorIs(t, err, errFailed)
	require.Contains(t, out, "recorded was")
}

// What is no history is an error that says where.
func TestReplayOfNoHistory(t *testing.T) {
	_, err := run(t, "initialize t\nnonsense\n")
	require.ErrorContains(t, err, "line 2")
}
