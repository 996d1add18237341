package apportion_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHelpTellsTheTargetsThatPagesName runs make help, which reads the heads of all
// makefiles.
func TestHelpTellsTheTargetsThatPagesName(t *testing.T) {
	help, err := exec.Command("make", "help").Output()
	require.NoError(t, err)
	told := map[string]bool{}
	for _, target := range regexp.MustCompile(`(?m)^  make ([a-z/-]+)`).FindAllSubmatch(help, -1) {
		told[string(target[1])] = true
	}
	named := regexp.MustCompile("`make ([a-z/-]+)")
	found := 0
	for _, page := range []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"} {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, target := range named.FindAllSubmatch(text, -1) {
			found++
			require.True(t, told[string(target[1])], "make help has no %s, of %s", target[1], page)
		}
	}
	require.Greater(t, found, 20)
}

// TestWhatUnitTestsLeaveOutIsRun: tests of sim that do not run with all invariants checked are among those
// that make scenarios-test names.
func TestWhatUnitTestsLeaveOutIsRun(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	require.NoError(t, err)
	named := regexp.MustCompile(`-run '(\S+)' ./sim\n`).FindSubmatch(makefile)
	require.NotNil(t, named)
	run := regexp.MustCompile(string(named[1]))
	files, err := filepath.Glob("sim/*_test.go")
	require.NoError(t, err)
	leftOut := 0
	function := regexp.MustCompile(`(?m)^func (\w+)`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, at := range regexp.MustCompile(`\tif checking \{`).FindAllIndex(text, -1) {
			above := function.FindAllSubmatch(text[:at[0]], -1)
			require.Regexp(t, run, string(above[len(above)-1][1]))
			leftOut++
		}
	}
	require.Positive(t, leftOut)
}

// decidesNothing are the packages that a cycle comes to import beside what it decides by.
var decidesNothing = []string{"internal/handle", "internal/hooks", "internal/prefetch", "internal/tested", "internal/widths", "internal/wire"}

// TestWhatDecidesIsCountedAndCompared: hunts count the code of each package that a cycle decides by, and make
// quick compares Mesos's answers after a change of one.
func TestWhatDecidesIsCountedAndCompared(t *testing.T) {
	only := func(file, pattern string) string {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		found := regexp.MustCompile(pattern).FindSubmatch(text)
		require.NotNil(t, found, "%s has nothing like %s", file, pattern)
		return string(found[1])
	}
	counted := strings.NewReplacer("$(GO_MODULE)/", "", "...", ".*", ",", "|").Replace(only("fuzz/fuzz.mk", `(?m)^COUNTED\s*:= (.*)$`))
	compared := regexp.MustCompile(only(".ci/quick", `grep -qE '([^']+)'; then\n  make .* conformance\n`))
	for _, path := range goList(t, "-deps", "./core/internal/cycle") {
		folder, ours := strings.CutPrefix(path, module)
		if !ours || slices.Contains(decidesNothing, folder) {
			continue
		}
		require.Regexp(t, "^("+counted+")$", folder, "hunts do not count")
		require.True(t, compared.MatchString(folder+"/x.go"), "make quick compares nothing where %s differs", folder)
	}
}

// TestRunningChecksAreNamed: while checks run, make test says which, and what each has said last.
func TestRunningChecksAreNamed(t *testing.T) {
	folder := t.TempDir()
	running := func() string {
		out, err := exec.Command(".ci/running", folder).CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	require.Empty(t, running())
	for name, content := range map[string]string{"race.running": "", "unit.running": "", "unit.log": "ok a 1s\nok b 2s\n", "vet.log": "over\n"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666))
	}
	require.Regexp(t, `^still running: race, for \d+ s\nstill running: unit, for \d+ s: ok b 2s\n$`, running())
}
