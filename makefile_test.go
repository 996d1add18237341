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

// TestWhatDecidesIsThere: the folders whose tests check all invariants are those that the Makefile names.
func TestWhatDecidesIsThere(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	require.NoError(t, err)
	deciding := regexp.MustCompile(`(?m)^DECIDING := (\S+)$`).FindSubmatch(makefile)
	require.NotNil(t, deciding)
	for folder := range strings.SplitSeq(string(deciding[1]), "|") {
		require.DirExists(t, folder)
	}
	out, err := exec.Command("make", "-n", "unit").Output()
	require.NoError(t, err)
	require.Contains(t, string(out), "/("+string(deciding[1])+")(/|$)'", "it is passed on to grep as it is")
}

// decidesNothing are the packages that core comes to import beside what it is made of.
var decidesNothing = []string{"calls", "internal/handle", "internal/hooks", "internal/prefetch", "internal/tested", "internal/text", "internal/widths", "internal/wire"}

// TestWhatDecidesIsCountedAndCompared: hunts and core/costs count the code of each package that core is made
// of, and make quick compares Mesos's answers after a change of one that a cycle decides by.
func TestWhatDecidesIsCountedAndCompared(t *testing.T) {
	madeOf := func(path string) (folders []string) {
		for _, path := range goList(t, "-deps", path) {
			if folder, ours := strings.CutPrefix(path, module); ours && !slices.Contains(decidesNothing, folder) {
				folders = append(folders, folder)
			}
		}
		return folders
	}
	list, err := os.ReadFile("internal/steps/counted")
	require.NoError(t, err)
	counted := strings.ReplaceAll(strings.Join(strings.Fields(string(list)), "|"), "...", ".*")
	for _, folder := range madeOf("./core") {
		require.Regexp(t, "^("+counted+")$", folder, "neither hunts nor core/costs count")
	}
	quick, err := os.ReadFile(".ci/quick")
	require.NoError(t, err)
	pattern := regexp.MustCompile(`grep -qE '([^']+)'; then\n  make .* conformance\n`).FindSubmatch(quick)
	require.NotNil(t, pattern)
	for _, folder := range madeOf("./core/internal/cycle") {
		require.Regexp(t, string(pattern[1]), folder+"/x.go", "make quick compares nothing where it differs")
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

// TestTheSystemsHeadersAreNotNamedBeforeTheCompilers: where Mesos is installed in /usr, its headers are found there anyway.
func TestTheSystemsHeadersAreNotNamedBeforeTheCompilers(t *testing.T) {
	folders := func(prefix string) (named []string) {
		folder := t.TempDir()
		out, err := exec.Command("make", "-n", "BUILD="+folder, "MESOS_FOUND=yes", "MESOS_PREFIX="+prefix, folder+"/mesos/module.o").CombinedOutput()
		require.NoError(t, err, "%s", out)
		for _, folder := range regexp.MustCompile(`-isystem (\S+)`).FindAllSubmatch(out, -1) {
			named = append(named, string(folder[1]))
		}
		return named
	}
	require.Equal(t, []string{"/opt/mesos/include", "/opt/mesos/lib/mesos/3rdparty/include"}, folders("/opt/mesos"))
	require.Equal(t, []string{"/usr/lib/mesos/3rdparty/include"}, folders("/usr"))
	require.Equal(t, []string{"/usr/lib/mesos/3rdparty/include"}, folders("/usr/"))
}

// TestAMasterMayBePreloadedWithTheModulesSanitizer: whichever compiler the module is built with, a program that knows
// nothing of AddressSanitizer loads a library that has it, once it is preloaded as make module-master-test does.
func TestAMasterMayBePreloadedWithTheModulesSanitizer(t *testing.T) {
	for _, compiler := range []string{"g++", "clang++"} {
		out, err := exec.Command("make", "-n", "BUILD="+t.TempDir(), "MESOS_FOUND=yes", "MESOS_PREFIX=/opt/mesos", "MODULE_CXX="+compiler, "module-master-test").CombinedOutput()
		require.NoError(t, err, "%s", out)
		flags := regexp.MustCompile(`MODULE_CXXFLAGS="(.*)"`).FindSubmatch(out)
		preload := regexp.MustCompile(`LD_PRELOAD=\$\((.*?)\)`).FindSubmatch(out)
		require.NotNil(t, flags)
		require.NotNil(t, preload)
		words := strings.Fields(string(preload[1]))
		runtime, err := exec.Command(words[0], words[1:]...).Output()
		if err != nil || !filepath.IsAbs(string(runtime)) {
			t.Logf("%s or its AddressSanitizer is not there", compiler)
			continue
		}
		folder := t.TempDir()
		compile := func(name, source string, options ...string) string {
			path, made := filepath.Join(folder, name+".cc"), filepath.Join(folder, name)
			require.NoError(t, os.WriteFile(path, []byte(source), 0o666))
			out, err := exec.Command(compiler, append([]string{path, "-o", made}, options...)...).CombinedOutput()
			require.NoError(t, err, "%s", out)
			return made
		}
		library := compile("library.so", `extern "C" int read() { int* one = new int[1]; return one[1]; }`,
			append(strings.Fields(string(flags[1])), "-shared", "-fPIC", "-Wl,-z,defs")...)
		program := exec.Command(compile("program", `#include <dlfcn.h>
int main(int, char** arguments) { return ((int (*)())dlsym(dlopen(arguments[1], RTLD_NOW), "read"))(); }`), library)
		program.Env = append(os.Environ(), "LD_PRELOAD="+strings.TrimSpace(string(runtime)))
		said, err := program.CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(said), "AddressSanitizer: heap-buffer-overflow", compiler)
	}
}
