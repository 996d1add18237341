package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/explain"
)

var update = flag.Bool("update", false, "write what the commands on docs/explain.md print to it")

const explainPage = "../../docs/explain.md"

// TestThePageShowsWhatIsPrinted: the commands on the page print what it shows.
func TestThePageShowsWhatIsPrinted(t *testing.T) {
	content, err := os.ReadFile(explainPage)
	require.NoError(t, err)
	page := string(content)
	dir := t.TempDir()
	for _, m := range regexp.MustCompile("(?ms)^```history (\\S+)\n(.*?)^```$").FindAllStringSubmatch(page, -1) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, m[1]), []byte(m[2]), 0o666))
	}
	shown := regexp.MustCompile("(?ms)^(```console\n\\$ go run ./cmd/apportion (\\w+) (\\S+)([^\n]*)\n)(.*?)^```$")
	commands := map[string]func() *cobra.Command{"explain": explainCommand, "replay": replayCommand}
	blocks := 0
	print := func(block, dir string) string {
		blocks++
		m := shown.FindStringSubmatch(block)
		out, _, err := execute(commands[m[2]](), append([]string{filepath.Join(dir, m[3])}, strings.Fields(m[4])...)...)
		require.NoError(t, err, block)
		return m[1] + out + "```"
	}
	printed := shown.ReplaceAllStringFunc(page, func(block string) string { return print(block, dir) })
	require.Greater(t, blocks, 5)
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	examples := shown.FindAllString(string(readme), -1)
	require.NotEmpty(t, examples)
	for _, block := range examples {
		require.Equal(t, print(block, "../.."), block, "the README names files that are there")
	}
	if *update {
		require.NoError(t, os.WriteFile(explainPage, []byte(printed), 0o666))
		return
	}
	require.Equal(t, printed, page, "go test ./cmd/apportion -run ThePageShows -update")
}

// TestThePageHasEachReasonAndChange: the tables are those of the core.
func TestThePageHasEachReasonAndChange(t *testing.T) {
	content, err := os.ReadFile(explainPage)
	require.NoError(t, err)
	rest := string(content)
	row := func(format string) {
		t.Helper()
		_, after, found := strings.Cut(rest, format)
		require.True(t, found, "in this order: %s", format)
		rest = after
	}
	for _, c := range explain.ReasonCodes() {
		row("\n| `" + c.String() + "` | " + decimal(c) + " | " + c.Sentence() + " |")
	}
	for _, k := range explain.ChangeKinds() {
		row("\n| `" + k.String() + "` | " + decimal(k) + " | ")
	}
}
