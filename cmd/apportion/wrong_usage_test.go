package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// TestWrongFlagsAreSaidInWords: what is wrong with a flag is said without names of Go's.
func TestWrongFlagsAreSaidInWords(t *testing.T) {
	for flag, want := range map[string]string{
		"--seed=x":                    `--seed: "x" is not a whole number`,
		"--seed=1.5":                  `--seed: "1.5" is not a whole number`,
		"--seed=99999999999999999999": "--seed: 99999999999999999999 is out of range",
		"--short=perhaps":             `--short: "perhaps" is not true or false`,
	} {
		command := topCommand()
		require.EqualError(t, wrongFlag(command, command.ParseFlags([]string{flag})), want)
	}
}

// TestDevicesAreNotRead: what has no end is refused, not read for ever.
func TestDevicesAreNotRead(t *testing.T) {
	for _, command := range []*cobra.Command{replayCommand(), reportCommand(), explainCommand()} {
		arguments := []string{"/dev/zero"}
		switch command.Name() {
		case "explain":
			arguments = append(arguments, "--framework", "web")
		case "report":
			arguments = append(arguments, "--html", filepath.Join(t.TempDir(), "page.html"))
		}
		_, err := output(command, arguments...)
		require.EqualError(t, err, "/dev/zero is a device and no file")
	}
}

// TestFlagsOfOtherThingsAreRefused: a flag that would be ignored is an error.
func TestFlagsOfOtherThingsAreRefused(t *testing.T) {
	file, dir := fileOf(t, "x.history", explainable), recorded(t)
	for _, c := range []struct {
		command   *cobra.Command
		arguments string
		want      string
	}{
		{replayCommand(), file + " --out x", "--out goes with recordings, and " + file + " is none"},
		{replayCommand(), file + " --against y", "--against goes with recordings"},
		{replayCommand(), file + " --reduce 1m", "--reduce goes with recordings"},
		{replayCommand(), file + " --to 1s", "--to goes with recordings"},
		{whatifCommand(), dir + " --seeds 3", "--seeds goes with --for"},
		{whatifCommand(), dir + " --figure jain", "--figure goes with --for"},
		{whatifCommand(), dir + " --out x", "--out goes with --for"},
		{whatifCommand(), dir + " --quiet", "--quiet goes with --for"},
		{explainCommand(), dir + " --role web --trace t", "--trace goes with histories, and " + dir + " is none"},
		{explainCommand(), dir + " --role web --short", "--short goes with scenarios"},
		{journalCommand(), dir + " --to 1s", "--to goes with --history"},
	} {
		_, err := output(c.command, strings.Fields(c.arguments)...)
		require.ErrorContains(t, err, c.want)
	}
}

// root is the program with the output in files, and what it has written to the first.
func root(t *testing.T, arguments ...string) (out string, err error) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	require.NoError(t, err)
	defer file.Close()
	command := rootCommand(file, file)
	command.SetArgs(arguments)
	err = command.Execute()
	written, readErr := os.ReadFile(file.Name())
	require.NoError(t, readErr)
	return string(written), err
}

// TestHelp: commands are listed by what they are for, and help on one that there is not is an error.
func TestHelp(t *testing.T) {
	out, err := root(t)
	require.NoError(t, err)
	require.Regexp(t, `(?s)To try something:\n  simulate .*To look:\n  view .*Histories and recordings:\n  replay .*For developers:\n  conformance `, out)
	out, err = root(t, "help", "state")
	require.NoError(t, err)
	require.Contains(t, out, "apportion state RECORDING")
	require.Contains(t, out, "help for state")
	out, err = root(t, "help", "nonsense")
	require.EqualError(t, err, `unknown command "nonsense" for "apportion"`)
	require.Empty(t, out)
	_, err = root(t, "help", "state", "x")
	require.EqualError(t, err, `"x" is no command of apportion state`)
}

// TestWhatIsWrongNamesTheRemedy: an error says what to give in the place of what was given.
func TestWhatIsWrongNamesTheRemedy(t *testing.T) {
	scenario := fileOf(t, "tiny.yaml", tiny)
	page := httptest.NewServer(http.NotFoundHandler())
	defer page.Close()
	for _, c := range []struct {
		arguments []string
		want      string
	}{
		{[]string{"simulate"}, "FILE is missing; usage: apportion simulate FILE..."},
		{[]string{"state", "x", "y"}, "there are 2 arguments; usage: apportion state RECORDING"},
		{[]string{"explain", scenario}, "say about whom: --framework F, --role R, both, or --agent A by itself; with --role, --agent needs --framework, too"},
		{[]string{"view", scenario, "--vary", "policy=drf"}, "--vary makes 1; give it two values, such as policy=drf,random"},
		{[]string{"top", "--once", scenario, "--role", "defalt"}, `there is no role "defalt"; there are [`},
		{[]string{"top", "--once", page.URL + "/wrong"}, "the server answers 404: this is not the address of a page"},
		{[]string{"report", fileOf(t, "README.md", "# Apportion\n")}, "this is no file of figures, which is an object of JSON: docs/report.md"},
		{[]string{"conformance", filepath.Dir(scenario)}, "no trace files (*.jsonl, *.jsonl.gz); folders in it are not searched"},
	} {
		_, err := root(t, c.arguments...)
		require.ErrorContains(t, err, c.want)
	}
}

// TestPagesThatAreWrittenAreNamed: who has asked for a page is told where it is.
func TestPagesThatAreWrittenAreNamed(t *testing.T) {
	scenario, dir := fileOf(t, "tiny.yaml", tiny), t.TempDir()
	out, err := output(simulateCommand(), scenario, "--quiet", "--out", dir)
	require.NoError(t, err)
	require.Contains(t, out, "page: "+filepath.Join(dir, "tiny.html")+"\n")
	require.FileExists(t, filepath.Join(dir, "tiny.html"))
	require.Regexp(t, `\(share, fair: part of the cluster; .*: s;`, out)
	out, err = output(compareCommand(), scenario, "--quiet", "--seeds", "2", "--vary", "policy=drf,random", "--out", dir)
	require.NoError(t, err)
	require.Contains(t, out, "page: "+filepath.Join(dir, "tiny-compared.html")+"\n")
	require.FileExists(t, filepath.Join(dir, "tiny-compared.html"))
	out, err = output(simulateCommand(), scenario, "--quiet", "--json", "--out", dir)
	require.NoError(t, err)
	require.NotContains(t, out, "page: ")
}
