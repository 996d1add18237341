package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const figures = `{"format": "apportion report 1", "title": "A run", "sections": [{"charts": [
{"title": "Latency", "series": [{"name": "each", "y": [3, null, 1]}]}]}]}
`

func draw(t *testing.T, arguments ...string) (string, error) {
	t.Helper()
	out, _, err := execute(reportCommand(), arguments...)
	return out, err
}

func figuresFile(t *testing.T, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "run.json")
	require.NoError(t, os.WriteFile(file, []byte(content), 0o666))
	return file
}

// The page is where --html says, or beside the figures.
func TestReport(t *testing.T) {
	file := figuresFile(t, figures)
	elsewhere := filepath.Join(t.TempDir(), "page.html")
	beside := strings.TrimSuffix(file, "json") + "html"
	for page, arguments := range map[string][]string{elsewhere: {file, "--html", elsewhere}, beside: {file}} {
		out, err := draw(t, arguments...)
		require.NoError(t, err)
		require.Equal(t, "Plots are in "+page+".\n", out)
		html, err := os.ReadFile(page)
		require.NoError(t, err)
		require.Contains(t, string(html), "<h1>A run</h1>")
	}

	requireReplaced(t, elsewhere, func() {
		_, err := draw(t, file, "--html", elsewhere)
		require.NoError(t, err)
	})
}

// What is figured from roles' shares is printed in line with the facts.
func TestReportSaysWhatIsFair(t *testing.T) {
	file := figuresFile(t, `{"format": "apportion report 1", "title": "A run", "facts": [{"name": "digest of all offers", "value": "1"}],
"shares": {"roles": [{"name": "a", "weight": 1, "held": [0.2], "demand": [1]}, {"name": "b", "weight": 1, "held": [0.6], "demand": [1]}]}}`)
	out, err := draw(t, file)
	require.NoError(t, err)
	require.Contains(t, out, "farthest from fair    a at the end holds 20.000 % of the cluster, fair is 50.000 %; ")
	require.Contains(t, out, "\n  at its worst        30.000 % by weight after 1 s\nPlots are in ")
}

// Errors name the file, and leave no page.
func TestReportRefuses(t *testing.T) {
	file := figuresFile(t, strings.Replace(figures, "null", "nil", 1))
	_, err := draw(t, file)
	require.ErrorContains(t, err, file+": line 2: ")
	require.NoFileExists(t, strings.TrimSuffix(file, "json")+"html")

	_, err = draw(t, "missing.json")
	require.ErrorContains(t, err, "missing.json: no such file")

	file = figuresFile(t, figures)
	nowhere := filepath.Join(t.TempDir(), "nowhere", "page.html")
	_, err = draw(t, file, "--html", nowhere)
	require.ErrorContains(t, err, nowhere+": no such file or directory")

	link := filepath.Join(t.TempDir(), "link.html")
	require.NoError(t, os.Symlink(file, link))
	for _, page := range []string{file, filepath.Dir(file) + "/./run.json", link} {
		_, err = draw(t, file, "--html", page)
		require.ErrorContains(t, err, page+": the figures would be written over")
	}
}
