// Command mutants proves that the checks can fail: it puts faults into a copy of
// the module, one at a time, and hunts for each.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

func main() {
	limit := flag.Duration("time", time.Minute, "how long to hunt for each fault, in processor time")
	only := flag.String("only", "", "regular expression of the faults to try")
	source := flag.String("source", ".", "the module")
	flag.Parse()
	caught, tried, err := run(*source, *limit, *only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	fmt.Printf("%d of %d caught\n", caught, tried)
	if caught < tried {
		os.Exit(1)
	}
}

// folders are what a hunt is made of.
var folders = []string{"internal", "quantities", "sorter", "core", "history", "fuzz"}

func run(source string, limit time.Duration, only string) (caught, tried int, err error) {
	selected, err := regexp.Compile(only)
	if err != nil {
		return 0, 0, err
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(dir)
	if err := copyModule(source, dir); err != nil {
		return 0, 0, err
	}
	// All faults have to have a place before any is tried.
	var missing []error
	for _, m := range mutations {
		_, err := m.mutate(dir)
		missing = append(missing, err)
	}
	if err := errors.Join(missing...); err != nil {
		return 0, 0, err
	}
	if f, err := hunt(dir, 10*time.Second); err != nil || f != "" {
		return 0, 0, errors.Join(err, fmt.Errorf("without any fault: %s", f))
	}
	for _, m := range mutations {
		if !selected.MatchString(m.name) {
			continue
		}
		tried++
		finding, err := m.hunt(dir, limit)
		if err != nil {
			return caught, tried, fmt.Errorf("%s: %w", m.name, err)
		}
		if finding == "" {
			fmt.Printf("SURVIVED %-50s %s\n", m.name, m.file)
			continue
		}
		caught++
		fmt.Printf("caught   %-50s %s\n", m.name, finding)
	}
	return caught, tried, nil
}

// copyModule copies what is needed of the module.
func copyModule(source, dir string) error {
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return err
		}
	}
	for _, name := range folders {
		if err := os.CopyFS(filepath.Join(dir, name), sources{os.DirFS(filepath.Join(source, name))}); err != nil {
			return err
		}
	}
	return nil
}

// sources is a file system without tests, corpora and other data.
type sources struct{ fs.FS }

func (f sources) ReadDir(name string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(f.FS, name)
	var out []fs.DirEntry
	for _, e := range all {
		ext := filepath.Ext(e.Name())
		code := ext == ".go" || ext == ".s" || ext == ".h"
		if e.IsDir() && e.Name() != "testdata" || code && !strings.HasSuffix(e.Name(), "_test.go") {
			out = append(out, e)
		}
	}
	return out, err
}

// mutate gives the text of the file with the fault in it.
func (m *mutation) mutate(dir string) ([]byte, error) {
	content, err := os.ReadFile(filepath.Join(dir, m.file))
	if err != nil {
		return nil, err
	}
	if n := bytes.Count(content, []byte(m.find)); n != 1 {
		return nil, fmt.Errorf("%s: %s has %q %d times, not once", m.name, m.file, m.find, n)
	}
	return bytes.Replace(content, []byte(m.find), []byte(m.replace), 1), nil
}

// hunt puts the fault in, hunts for it, and takes it out again.
func (m *mutation) hunt(dir string, limit time.Duration) (finding string, err error) {
	file := filepath.Join(dir, m.file)
	before, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	faulty, err := m.mutate(dir)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(file, faulty, 0o666); err != nil {
		return "", err
	}
	finding, err = hunt(dir, limit)
	return finding, errors.Join(err, os.WriteFile(file, before, 0o666))
}

// hunt builds the hunter in dir and has it look for a failure. It gives back
// what it found, empty if nothing.
func hunt(dir string, limit time.Duration) (string, error) {
	build := exec.Command("go", "build", "-o", "hunter", "./fuzz/hunt")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	hunter := exec.Command(filepath.Join(dir, "hunter"), "-time", limit.String(), "-processor", "-reduce", "0")
	hunter.Dir = dir
	out, err := hunter.CombinedOutput()
	if err == nil {
		return "", nil
	}
	for line := range strings.Lines(string(out)) {
		if found, ok := strings.CutPrefix(line, "FAILED "); ok {
			return strings.TrimSpace(found), nil
		}
	}
	return "", fmt.Errorf("%w\n%s", err, out)
}
