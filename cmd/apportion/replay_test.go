package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func run(t *testing.T, content string, arguments ...string) (string, error) {
	t.Helper()
	out, _, err := execute(replayCommand(), append(arguments, fileOf(t, "history", content))...)
	return out, err
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
	for _, text := range []string{"", "# nothing\n\n"} { // such as a recording that was never begun
		_, err = run(t, text)
		require.ErrorContains(t, err, "there is no history")
	}
}

// What docs/history.md shows of a terminal is what a replay of its histories
// prints.
func TestReplaysOfThePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/history.md")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	count := 0
	for _, m := range regexp.MustCompile("(?ms)^```(\\w+)(?: ([\\w.]+))?\n(.*?)^```$").FindAllStringSubmatch(string(page), -1) {
		language, file, text := m[1], m[2], m[3]
		if file != "" {
			require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		}
		if language != "console" {
			continue
		}
		count++
		command, shown, _ := strings.Cut(text, "\n")
		arguments, ok := strings.CutPrefix(command, "$ go run ./cmd/apportion replay ")
		require.True(t, ok, command)
		require.Equal(t, shown, terminal(strings.Fields(arguments)), command)
	}
	require.Equal(t, 5, count)
}

// terminal is what go run shows of a replay.
func terminal(arguments []string) string {
	out, _, err := execute(replayCommand(), arguments...)
	switch {
	case errors.Is(err, errFailed):
		out += fmt.Sprintf("exit status %d\n", exitFailed)
	case err != nil:
		out += fmt.Sprintf("apportion: %v\nexit status %d\n", err, exitUsage)
	}
	return out
}

// Where the model has no answer it is not asked, and the recorded answers are compared.
func TestReplayChecksWhatIsByHand(t *testing.T) {
	lines := map[string]string{`,"by_hand":true`: "", `,"agent_order":"random"`: "", `,"nested_quota":true`: "", `,"start_ns":7`: ""}
	lines[`,"allocation_interval_s":0`] = ""
	lines[""] = `{"op":"add_framework","framework":"f1","roles":["a"]}
{"op":"add_agent","agent":"a1","total":[]}
{"op":"exclude_agent","framework":"f1","role":"a","agent":"a1"}
{"op":"exclude_agents","framework":"f1","role":"a"}
{"op":"request_allocation"}
`
	for option, more := range lines {
		trace := `{"op":"initialize","trace":"t"` + option + `}
` + more + `{"op":"pause","expect":{"offers":[]}}
`
		out, err := run(t, trace, "--check")
		require.NoError(t, err)
		require.Contains(t, out, "the model is not asked")
		_, err = run(t, strings.Replace(trace, `"offers":[]`, `"offers":[{"framework":"f1","role":"a","agent":"a1","resources":[]}]`, 1), "--check")
		require.ErrorIs(t, err, errFailed)
	}
}
