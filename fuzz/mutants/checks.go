package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/steps"
)

// A check is a program that should find faults. It has all of them, each behind the switch.
type check struct {
	name   string
	folder string // where it runs
	run    []string
	sound  func() error  // builds it, and says what it finds without any fault, once
	took   time.Duration // of a processor, without any fault
}

// A workshop is a copy of the module with faults, and the checks that are built of it when they
// are asked for.
type workshop struct {
	dir   string
	limit time.Duration // of a hunt, in processor time
	mutex sync.Mutex
	built map[string]*check
}

// checksOf are those that should find a fault, the quickest first.
func (w *workshop) checksOf(f *fault) (out []*check) {
	if own := must.Get(filepath.Glob(filepath.Join(w.dir, f.folder(), "*_test.go"))); len(own) > 0 && f.folder() != "core" {
		out = append(out, w.tests(f.folder()))
	}
	return append(out,
		w.check("conformance", ".", []string{"build", "./cmd/apportion"}, "conformance", "testdata/conformance"),
		w.tests("core/mesostest"),
		w.check("hunt", ".", []string{"build", "./fuzz/hunt"},
			"-library", "", "-lanes", "model,core", "-time", w.limit.String(), "-processor", "-reduce", "0"),
		w.tests("core"),
		w.check("costs", ".", slices.Concat([]string{"build"}, steps.Flags("core/costs/measure"), []string{"./core/costs/measure"})),
	)
}

// tests are those of a folder.
func (w *workshop) tests(folder string) *check {
	return w.check("tests of "+folder, folder, []string{"test", "-c", "-tags", "invariants", "./" + folder}, "-test.failfast", "-test.timeout", "0")
}

// check is the one of a name. Its arguments for go build are without those that say where to.
func (w *workshop) check(name, folder string, build []string, arguments ...string) *check {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if c := w.built[name]; c != nil {
		return c
	}
	program := filepath.Join(w.dir, "out", strings.NewReplacer(" ", "-", "/", "-").Replace(name))
	c := &check{name: name, folder: filepath.Join(w.dir, folder), run: append([]string{program}, arguments...)}
	c.sound = sync.OnceValue(func() error {
		command := exec.Command("go", slices.Concat(build[:1], []string{"-pgo=off", "-o", program}, build[1:])...)
		command.Dir = w.dir
		if out, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		return must.Catch(func() {
			if found := c.finds(nil); found != "" {
				must.Fail("%s, without any fault: %s", name, found)
			}
		})
	})
	w.built[name] = c
	return c
}

// bounded runs a program for so many seconds of processor time at most, in so many KiB of memory.
const bounded = `ulimit -t $0; ulimit -v 12000000; exec nice "$@"`

// standing is how long a program may take that takes no processor time.
const standing = time.Hour

// enough is how much processor time a check gets: with a fault it may take longer than without.
func (c *check) enough() int {
	if c.took == 0 {
		return 3600
	}
	return int(c.took.Seconds())*3 + 30
}

// finds runs a check with a fault, or none, and returns what it says is wrong. One that does not
// end has found something, too.
func (c *check) finds(f *fault) string {
	scratch := must.Get(os.MkdirTemp("", "mutant"))
	defer os.RemoveAll(scratch)
	ctx, done := context.WithTimeout(context.Background(), standing)
	defer done()
	command := exec.CommandContext(ctx, "sh", append([]string{"-c", bounded, strconv.Itoa(c.enough())}, c.run...)...)
	command.Dir = c.folder
	command.Env = append(os.Environ(), "APPORTION_TEST_FOLDER="+scratch, "GOCOVERDIR="+scratch)
	if f != nil {
		command.Env = append(command.Env, chosen+"="+f.String())
	}
	out, err := command.CombinedOutput()
	if f == nil {
		c.took = command.ProcessState.UserTime()
	}
	var ended *exec.ExitError
	switch {
	case !errors.As(err, &ended):
		must.Do(err)
		return ""
	case ended.ExitCode() < 0:
		return c.name + ": it does not end"
	}
	return c.name + ": " + brief(string(out))
}

// inOutput are what checks say that have found something.
var inOutput = regexp.MustCompile(`--- FAIL: \w+|FAILED .*|panic: .*|.* is said to be: .*|.*: \d+ steps.*`)

// brief is the line that says what was found.
func brief(out string) string {
	found := inOutput.FindString(out)
	if found == "" {
		lines := strings.Split(strings.TrimSpace(out), "\n")
		found = lines[len(lines)-1]
	}
	return found[:min(len(found), 100)]
}
