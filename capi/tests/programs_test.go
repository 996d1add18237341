package tests

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// builds is where libraries and programs are built.
var builds string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "apportion-capi-")
	if err != nil {
		panic(err)
	}
	builds = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// seeSources looks at all that the tests build from, which otherwise only
// compilers would: go test takes a result from its cache as long as the files
// that the test itself has looked at are the same.
func seeSources() error {
	for _, root := range []string{"..", "../../bench/abi", "../../cmd", "../../core", "../../examples", "../../include", "../../internal", "../../journal", "../../python", "../../quantities", "../../sorter", "../../view", "../../Makefile", "../../VERSION", "../../version.go"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err == nil {
				_, err = os.Stat(path)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// library returns a function that builds the library, once, as users get it but
// for the tags, and returns the folder that it is in.
func library(name, tags string) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		dir := filepath.Join(builds, name)
		if from := os.Getenv("APPORTION_BUILT"); from != "" && tags == "" {
			dir = from // make finds nothing to do
		}
		if err := seeSources(); err != nil {
			return "", err
		}
		make := exec.Command("make", "-C", "../..", "lib", "BUILD="+dir, "TAGS="+tags)
		out, err := make.CombinedOutput()
		if err != nil {
			err = &exec.Error{Name: string(out), Err: err}
		}
		return dir, err
	})
}

var buildPlain, buildChecked = library("plain", ""), library("checked", "apportion_testhooks,invariants")

// plain is the library as users get it: that in the folder APPORTION_BUILT, if it is set.
func plain(t *testing.T) string {
	dir, err := buildPlain()
	require.NoError(t, err)
	return dir
}

// checked is the library with what capi/testhooks.go adds, and with a core that checks
// its invariants after every call: one that is broken is APPORTION_E_PANIC.
func checked(t *testing.T) string {
	dir, err := buildChecked()
	require.NoError(t, err)
	return dir
}

// asan finds what the caller's memory is used for after a call and beyond its
// ends, and leaks.
var asan = []string{"-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"}

func TestHandles(t *testing.T) {
	functions := "-DFUNCTIONS=" + strconv.Itoa(len(functions(t)))
	program(t, checked(t), "gcc", "-std=gnu99", "-pthread", functions,
		takers(t, "agent"), takers(t, "framework"), "c/handles.c")
}

// takers defines AGENT_TAKERS or FRAMEWORK_TAKERS: the functions of the header that are
// passed such a handle, besides those that have it in a struct.
func takers(t *testing.T, of string) string {
	header := withoutComments(read(t, "../../include/apportion.h"))
	parameter := regexp.MustCompile(`[(,]\s*(const apportion_` + of + ` \*|apportion_` + of + ` )\w+`)
	names := []string{"explain"}
	for _, p := range prototypes(header) {
		if parameter.MatchString("(" + p[2]) {
			names = append(names, strings.TrimPrefix(p[1], "apportion_"))
		}
	}
	require.Greater(t, len(names), 10)
	if of == "agent" {
		names = names[1:]
	}
	return "-D" + strings.ToUpper(of) + `_TAKERS=" ` + strings.Join(names, " ") + ` "`
}

// prototypes are the functions of a header: all, the name, the parameters.
func prototypes(header string) [][]string {
	return regexp.MustCompile(`(?s)\nint32_t (apportion_\w+)\(([^)]*)\)`).FindAllStringSubmatch(header, -1)
}

// TestBadPointers hands pointers to nowhere to every function of the header, with
// an instance and without one: none may end the process.
func TestBadPointers(t *testing.T) {
	header := withoutComments(read(t, "../../include/apportion.h"))
	require.Len(t, prototypes(header), len(functions(t)))
	var calls strings.Builder
	for _, p := range prototypes(header) {
		if strings.Contains(p[2], "*") {
			fmt.Fprintf(&calls, "TRY(%s, (%s))\n", p[1], strings.Join(badArguments(p[2]), ", "))
		}
	}
	path := filepath.Join(t.TempDir(), "calls.inc")
	require.NoError(t, os.WriteFile(path, []byte(calls.String()), 0o644))
	program(t, checked(t), "gcc", "-std=gnu99", "-D_GNU_SOURCE", "-I"+filepath.Dir(path), "c/pointers.c")
}

// badArguments are those of a function with the parameters: the instance, pointers
// to nowhere, and 1 for all the rest.
func badArguments(parameters string) []string {
	var arguments []string
	for _, p := range strings.Split(parameters, ",") {
		switch {
		case strings.Contains(p, "*"):
			arguments = append(arguments, "bad")
		case strings.Contains(p, "apportion_instance"):
			arguments = append(arguments, "instance")
		case strings.Contains(p, "apportion_"): // a handle or number
			arguments = append(arguments, "("+strings.Fields(p)[0]+"){1}")
		default:
			arguments = append(arguments, "1")
		}
	}
	return arguments
}

// TestNoDescriptors makes instances and recordings where few file descriptors are left, or
// another thread takes them.
func TestNoDescriptors(t *testing.T) {
	path := build(t, plain(t), "gcc", "-std=gnu99", "-pthread", "c/descriptors.c")
	for left := range 12 {
		runWith(t, []string{"APPORTION_TEST_FOLDER=" + t.TempDir()}, path, strconv.Itoa(left))
	}
	runWith(t, []string{"APPORTION_TEST_FOLDER=" + t.TempDir()}, path, "taken")
}

// TestRecordSizes: callers with shorter and longer records than the library's.
func TestRecordSizes(t *testing.T) {
	program(t, checked(t), "gcc", "-std=gnu99", "-fno-sanitize=alignment", "-g", "c/sizes.c")
}

func TestGarbage(t *testing.T) {
	files, err := filepath.Glob("c/garbage*.c")
	require.NoError(t, err)
	// A misaligned pointer is what some of its calls are about.
	arguments := append([]string{"-std=c99", "-fno-sanitize=alignment", codes(t)}, asan...)
	program(t, checked(t), "gcc", append(arguments, files...)...)
}

// TestFuzz runs a few seeds; the program takes others as its arguments, first
// and last and the number of steps.
func TestFuzz(t *testing.T) {
	arguments := append([]string{"-std=c99", codes(t), operations(t)}, asan...)
	path := build(t, checked(t), "gcc", append(arguments, "c/fuzz.c")...)
	run(t, path, "1", "20", "2000")
}

func TestC(t *testing.T) {
	program(t, plain(t), "gcc", append([]string{"-std=c99", release(t), "c/e2e.c"}, asan...)...)
}

// TestProgramsOfUsers builds what new users might write: as strictly as their compilers can be, and of
// the headers alone.
func TestProgramsOfUsers(t *testing.T) {
	for _, x := range []struct{ compiler, standard, file, says string }{
		{"gcc", "-std=c11", "c/database.c", "the volume of 40000 is there\n"},
		{"g++", "-std=c++17", "c/teams.cpp", "shared\n"},
	} {
		for _, more := range [][]string{nil, append([]string{"-O2"}, asan...)} {
			arguments := slices.Concat([]string{x.standard, "-Wshadow", "-Wconversion"}, more, []string{x.file})
			require.Equal(t, x.says, run(t, build(t, plain(t), x.compiler, arguments...)))
		}
	}
}

// TestRowsAreTheSameMemory: what optimises assumes that other types are elsewhere.
func TestRowsAreTheSameMemory(t *testing.T) {
	for _, level := range []string{"-O0", "-O2", "-O3"} {
		program(t, plain(t), "g++", "-std=c++17", level, "c/same_memory.cpp")
	}
}

func TestRunDue(t *testing.T) {
	program(t, checked(t), "gcc", "-std=c99", "c/run_due.c")
}

func TestLending(t *testing.T) {
	program(t, checked(t), "gcc", "-std=c99", "c/lending.c")
	program(t, plain(t), "gcc", append([]string{"-std=c99", "c/lending.c"}, asan...)...)
}

func TestMistakesOfHosts(t *testing.T) {
	program(t, checked(t), "gcc", append([]string{"-std=gnu99", "-pthread", "c/mistakes.c"}, asan...)...)
}

func TestCPlusPlus(t *testing.T) {
	program(t, plain(t), "g++", append([]string{"-std=c++17", codes(t), release(t), "c/e2e.cpp"}, asan...)...)
}

// TestNoExceptions builds a host that has none.
func TestNoExceptions(t *testing.T) {
	program(t, plain(t), "g++", append([]string{"-std=c++17", "-fno-exceptions", "c/no_exceptions.cpp"}, asan...)...)
}

// TestPython runs the tests of the Python package.
func TestPython(t *testing.T) {
	needs(t, "python3")
	environment := []string{"APPORTION_LIBRARY=" + filepath.Join(checked(t), "libapportion.so"), "PYTHONPATH=../../python"}
	out := runWith(t, environment, "python3", "-B", "-m", "unittest", "discover", "-s", "../../python/tests")
	require.Regexp(t, `Ran \d\d+ tests`, out)
}

// TestPythonTypes has mypy look at the package, at the examples, and at a host with a mistake
// on some lines: it finds these.
func TestPythonTypes(t *testing.T) {
	needs(t, "mypy")
	check := func(arguments ...string) string {
		command := exec.Command("mypy", slices.Concat([]string{"--cache-dir", filepath.Join(builds, "mypy"), "--no-error-summary"}, arguments)...)
		command.Dir, command.Env = "../../python", append(os.Environ(), "MYPYPATH=.")
		out, err := command.CombinedOutput()
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
			require.NoError(t, err)
		}
		return string(out)
	}
	require.Empty(t, check("apportion"))
	examples, err := filepath.Glob("../../examples/*.py")
	require.NoError(t, err)
	require.Greater(t, len(examples), 4)
	loosely := []string{"--allow-untyped-defs", "--allow-untyped-calls", "--allow-any-generics"}
	for _, example := range examples {
		loosely = append(loosely, filepath.Join("../capi/tests", example))
	}
	require.Empty(t, check(loosely...))
	var found []string
	for _, m := range regexp.MustCompile(`typed_host\.py:(\d+): error: `).FindAllStringSubmatch(check("tests/typed_host.py"), -1) {
		found = append(found, m[1])
	}
	require.Equal(t, mistakesIn(t, "../../python/tests/typed_host.py"), slices.Compact(found))
}

// TestBenchmarks: the program of make bench-abi prints Go's benchmark format.
func TestBenchmarks(t *testing.T) {
	abi := build(t, plain(t), "gcc", "-std=c99", "../../bench/abi/abi.c")
	lines := strings.Split(strings.TrimSpace(run(t, abi, "1")), "\n")
	require.Len(t, lines, 7)
	for _, line := range lines {
		require.Regexp(t, `^BenchmarkABI/\w+/by=(batch|single)\t +1\t +[1-9]\d* ns/op($|\t)`, line)
	}
}

// program builds a program with the library in dir and runs it. It may record in a
// folder.
func program(t *testing.T, dir, compiler string, arguments ...string) {
	runWith(t, []string{"APPORTION_TEST_FOLDER=" + t.TempDir()}, build(t, dir, compiler, arguments...))
}

func build(t *testing.T, dir, compiler string, arguments ...string) string {
	path := filepath.Join(t.TempDir(), "program")
	compile(t, compiler, append(arguments, "-o", path, "-L"+dir, "-lapportion", "-Wl,-rpath,"+dir)...)
	return path
}

// compile runs a compiler that takes every warning for an error.
func compile(t *testing.T, compiler string, arguments ...string) {
	run(t, compiler, append([]string{"-Wall", "-Wextra", "-pedantic", "-Werror", "-I../../include"}, arguments...)...)
}

func run(t *testing.T, name string, arguments ...string) string {
	return runWith(t, nil, name, arguments...)
}

// runWith is run with more in the environment.
func runWith(t *testing.T, environment []string, name string, arguments ...string) string {
	command := exec.Command(name, arguments...)
	command.Env = append(os.Environ(), environment...)
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s %v:\n%s", name, arguments, out)
	return string(out)
}
