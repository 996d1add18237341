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
	"github.com/apportion/apportion/internal/must"
)

var update = flag.Bool("update", false, "write what the commands on docs/explain.md and docs/scenarios.md print to them")

const explainPage = "../../docs/explain.md"

// shownFile and shownCommand are what pages show: the first is a file that they go on from, the second
// what a command prints.
var (
	shownFile    = regexp.MustCompile("(?ms)^```(?:history|yaml) (\\S+)\n(.*?)^```$")
	shownCommand = regexp.MustCompile("(?ms)^(```console\n\\$ go run ./cmd/apportion (\\w+) (\\S+)([^\n]*)\n)(.*?)^```$")
	word         = regexp.MustCompile(`"[^"]*"|\S+`)
)

// printed is a block of a page with what its command prints, of files in dir.
func printed(t *testing.T, block, dir string) string {
	commands := map[string]func() *cobra.Command{"explain": explainCommand, "replay": replayCommand, "compare": compareCommand}
	m := shownCommand.FindStringSubmatch(block)
	arguments := []string{filepath.Join(dir, m[3])}
	for _, x := range word.FindAllString(m[4], -1) {
		arguments = append(arguments, strings.Trim(x, `"`))
	}
	out, _, err := execute(commands[m[2]](), arguments...)
	require.NoError(t, err, block)
	return m[1] + out + "```"
}

// TestPagesShowWhatIsPrinted: the commands on pages print what these show.
func TestPagesShowWhatIsPrinted(t *testing.T) {
	for file, least := range map[string]int{explainPage: 5, "../../docs/scenarios.md": 2} {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		page, dir, blocks := string(content), t.TempDir(), 0
		for _, m := range shownFile.FindAllStringSubmatch(page, -1) {
			require.NoError(t, os.WriteFile(filepath.Join(dir, m[1]), []byte(m[2]), 0o666))
		}
		anew := shownCommand.ReplaceAllStringFunc(page, func(block string) string {
			blocks++
			return printed(t, block, dir)
		})
		require.GreaterOrEqual(t, blocks, least)
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(anew), 0o666))
			continue
		}
		require.Equal(t, anew, page, "go test ./cmd/apportion -run PagesShow -update")
	}
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	examples := shownCommand.FindAllString(string(readme), -1)
	require.NotEmpty(t, examples)
	for _, block := range examples {
		require.Equal(t, printed(t, block, "../.."), block, "the README names files that are there")
	}
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

// TestPagesNameTheirFilesInTheText: a viewer hides what stands behind the fence, so the text before it has
// the name by which later commands call the file.
func TestPagesNameTheirFilesInTheText(t *testing.T) {
	named := regexp.MustCompile("(?m)^(.*)\n\n```(?:history|yaml|json) (\\S+)$")
	found := 0
	for _, page := range must.Get(filepath.Glob("../../docs/*.md")) {
		for _, m := range named.FindAllStringSubmatch(string(must.Get(os.ReadFile(page))), -1) {
			found++
			require.Contains(t, m[1], "`"+m[2]+"`", page)
		}
	}
	require.GreaterOrEqual(t, found, 12)
}
