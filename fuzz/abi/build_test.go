package abi

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// runnerPath is where the tests' runner is built when the first one asks for it, unless it is
// in the folder APPORTION_BUILT.
var runnerPath string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		if from := os.Getenv("APPORTION_BUILT"); from != "" {
			runnerPath = filepath.Join(from, "abi-runner")
			built = func() error { return seen(from) }
			return m.Run()
		}
		dir, err := os.MkdirTemp("", "abi-runner")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		runnerPath = filepath.Join(dir, "abi-runner")
		return m.Run()
	}())
}

// built is the outcome of building the runner.
var built = sync.OnceValue(func() error { return build(filepath.Dir(runnerPath)) })

// seen looks at what others have built: go test takes a result from its cache as long as the
// files that the test has looked at are the same.
func seen(dir string) error {
	_, library := os.Stat(filepath.Join(dir, "libapportion.so"))
	_, runner := os.Stat(filepath.Join(dir, "abi-runner"))
	return errors.Join(library, runner)
}

// ready builds the runner; without a C++ compiler it skips the test.
func ready(t *testing.T) {
	t.Helper()
	if compiler() == "" {
		t.Skip("there is no C++ compiler")
	}
	require.NoError(t, built())
}

// compiler is the C++ compiler, empty if there is none.
func compiler() string {
	if cxx := os.Getenv("CXX"); cxx != "" {
		return cxx
	}
	path, err := exec.LookPath("g++")
	if err != nil {
		return ""
	}
	return path
}

// build makes the library and the runner in dir.
func build(dir string) error {
	sources, err := filepath.Glob("runner/*.cpp")
	if err != nil {
		return err
	}
	library := exec.Command("go", "build", "-buildmode=c-shared", "-pgo=auto", "-o", filepath.Join(dir, "libapportion.so"), "../../capi")
	arguments := append([]string{"-std=c++17", "-I../../include", "-o", filepath.Join(dir, "abi-runner")}, sources...)
	program := exec.Command(compiler(), append(arguments, "-L"+dir, "-lapportion", "-Wl,-rpath,$ORIGIN")...)
	for _, c := range []*exec.Cmd{library, program} {
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", c, err, out)
		}
	}
	return nil
}

// start starts a runner that ends with the test.
func start(t *testing.T) *Runner {
	t.Helper()
	ready(t)
	r, err := Start(runnerPath)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	return r
}
