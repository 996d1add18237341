package main

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	hunterTag     = "apportion_hunt"
	hunterPackage = "./capi"
)

// Tests find faults that the hunter cannot, in the folders that they are of.
type tests struct {
	folder, program string
	arguments       []string
}

func testsOf(folder, program, names string) tests {
	return tests{folder, program, []string{"-test.failfast", "-test.run", names}}
}

var (
	// witnesses tamper with what the hunter itself goes by.
	witnesses = testsOf("fuzz/lane", "witnesses", "Notice")
	// units know of what histories have little: rows of many names, leaves that take
	// each other's place, words, what is said to help, arguments that no caller passes
	// on purpose.
	units = []tests{
		testsOf("quantities", "quantities-tests", "Row|Matrix"),
		testsOf("sorter", "sorter-tests", "AgainstOracle"),
		testsOf("core", "core-tests", "Explain|Polic|Fullness|Conversion|Filter|Reason|Update|Recover|Deadline|Blocked|Draw"),
		{folder: "capi", program: "e2e"},
		{folder: "capi", program: "garbage"},
	}
)

// inC: they go through the C library, and know no names of tests.
func (t tests) inC() bool { return t.arguments == nil }

// testsFor are the tests that look for some of the faults.
func testsFor(faults map[int]*mutation) []tests {
	return slices.DeleteFunc(append(slices.Clone(units), witnesses), func(t tests) bool {
		return !slices.ContainsFunc(numbers(faults), func(n int) bool { return t.of(faults[n].file) })
	})
}

// build makes the programs in dir that have faults to switch on: the hunter, which is
// a part of the C library, and the tests that look for these faults.
func build(source, dir string, faults map[int]*mutation) error {
	if err := weaveAll(source, dir, faults); err != nil {
		return err
	}
	programs := [][]string{{"go", "build", "-tags", hunterTag, "-o", "hunter", hunterPackage}}
	list := testsFor(faults)
	if slices.ContainsFunc(list, tests.inC) {
		programs = append(programs, []string{"go", "build", "-buildmode=c-shared", "-o", "libapportion.so", hunterPackage})
	}
	for _, t := range list {
		if t.inC() {
			programs = append(programs, compile(dir, t.program))
		} else {
			programs = append(programs, []string{"go", "test", "-c", "-o", t.program, "./" + t.folder})
		}
	}
	for _, arguments := range programs {
		command := exec.Command(arguments[0], arguments[1:]...)
		command.Dir = dir
		if out, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
	}
	return nil
}

// compile compiles the C tests of a name with the library.
func compile(dir, name string) []string {
	files, _ := filepath.Glob(filepath.Join(dir, "capi/tests/c", name+"*.c")) // a pattern of ours
	header, _ := os.ReadFile(filepath.Join(dir, "include/apportion.h"))       // or there are no codes, which does not compile
	var codes []string
	for _, found := range regexp.MustCompile(`(?m)^#define (APPORTION_E_\w+) `).FindAllSubmatch(header, -1) {
		codes = append(codes, string(found[1]))
	}
	version, _ := os.ReadFile(filepath.Join(dir, "VERSION"))
	return append([]string{"gcc", "-std=c99", "-Iinclude", "-DALL_CODES=" + strings.Join(codes, ","),
		"-DRELEASE=" + strconv.Quote(strings.TrimSpace(string(version))), "-o", name,
		"-Wl,--no-as-needed", "-Wl,-rpath," + dir, "-L.", "-lapportion"}, files...)
}

// weaveAll makes a copy of the module that has all faults to switch on.
func weaveAll(source, dir string, faults map[int]*mutation) error {
	if err := copyModule(source, dir); err != nil {
		return err
	}
	byFile := map[string]map[int]*mutation{}
	for n, m := range faults {
		if byFile[m.file] == nil {
			byFile[m.file] = map[int]*mutation{}
		}
		byFile[m.file][n] = m
	}
	for file, list := range byFile {
		if err := weaveInto(dir, file, list); err != nil {
			return err
		}
	}
	return nil
}

// weaveInto puts faults into a file of the copy, and the switch into its package.
func weaveInto(dir, file string, faults map[int]*mutation) error {
	path := filepath.Join(dir, file)
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for _, m := range faults {
		if n := strings.Count(string(content), m.find); m.at == 0 && n != 1 {
			return fmt.Errorf("%s: %s has %q %d times, not once", m.name, m.file, m.find, n)
		}
	}
	text, err := weave(file, string(content), faults)
	if err != nil {
		return err
	}
	tree, err := parser.ParseFile(token.NewFileSet(), file, text, parser.PackageClauseOnly)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(path, []byte(text), 0o666),
		os.WriteFile(filepath.Join(filepath.Dir(path), "chosen_mutant.go"), fmt.Appendf(nil, switchFile, tree.Name.Name), 0o666))
}

// folders are those of the module that the programs are made of.
func folders(source string) ([]string, error) {
	command := exec.Command("go", "list", "-deps", "-test", "-tags", hunterTag,
		"-f", "{{if .Module}}{{if .Module.Main}}{{.Dir}}{{end}}{{end}}", hunterPackage, "./core", "./"+witnesses.folder)
	command.Dir = source
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, err
	}
	root, err := filepath.Abs(source)
	if err != nil {
		return nil, err
	}
	list := []string{"include"} // which cgo reads
	for dir := range strings.Lines(string(out)) {
		path, err := filepath.Rel(root, strings.TrimSpace(dir))
		if err != nil {
			return nil, err
		}
		first, _, _ := strings.Cut(filepath.ToSlash(path), "/")
		if first != "." && !slices.Contains(list, first) {
			list = append(list, first)
		}
	}
	return list, nil
}

// copyModule copies what is needed of the module.
func copyModule(source, dir string) error {
	list, err := folders(source)
	if err != nil {
		return err
	}
	for _, name := range []string{"go.mod", "go.sum", "VERSION", "version.go"} {
		content, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return err
		}
	}
	for _, name := range list {
		if err := os.CopyFS(filepath.Join(dir, name), sources{os.DirFS(filepath.Join(source, name))}); err != nil {
			return err
		}
	}
	return nil
}

// sources is a file system without corpora and other data.
type sources struct{ fs.FS }

func (f sources) ReadDir(name string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(f.FS, name)
	var out []fs.DirEntry
	for _, e := range all {
		switch filepath.Ext(e.Name()) {
		case ".go", ".s", ".h", ".c", ".hpp", ".cpp", ".pgo":
			out = append(out, e)
		default:
			if e.IsDir() && e.Name() != "testdata" && e.Name() != "corpus" {
				out = append(out, e)
			}
		}
	}
	return out, err
}

// hunt looks for a fault, and gives back what it found, empty if nothing.
func (r *run) hunt(number int, m *mutation, limit time.Duration) (string, error) {
	if m != nil && witnesses.of(m.file) {
		// One that notices too much is noticed by a hunt.
		if found, err := r.test(number, witnesses); found != "" || err != nil {
			return found, err
		}
	}
	found, err := r.look(number, "hunter", "-time", limit.String(), "-processor", "-reduce", "0", "-libraries", "")
	for _, t := range units {
		if found == "" && err == nil && m != nil && t.of(m.file) {
			found, err = r.test(number, t)
		}
	}
	return found, err
}

func (t tests) of(file string) bool { return strings.HasPrefix(file, t.folder+"/") }

func (r *run) test(number int, t tests) (string, error) {
	return r.look(number, t.program, t.arguments...)
}

// look runs a program that has a fault, and gives back what it found.
func (r *run) look(number int, program string, arguments ...string) (string, error) {
	command := exec.Command(filepath.Join(r.dir, program), arguments...)
	command.Dir = r.dir
	recordings, err := os.MkdirTemp(r.dir, "recordings")
	if err != nil {
		return "", err
	}
	command.Env = append(os.Environ(), fmt.Sprintf("APPORTION_MUTANT=%d", number), "APPORTION_TEST_FOLDER="+recordings)
	out, err := command.CombinedOutput()
	if err == nil {
		return "", nil
	}
	for line := range strings.Lines(string(out)) {
		if found, ok := strings.CutPrefix(line, "FAILED "); ok {
			return strings.TrimSpace(found), nil
		}
		for _, word := range []string{"Messages:", "--- FAIL:"} {
			if found, ok := strings.CutPrefix(strings.TrimSpace(line), word); ok {
				return program + ": " + strings.TrimSpace(found), nil
			}
		}
	}
	if len(out) > 300 {
		out = out[:300]
	}
	return program + " ended: " + brief(string(out)), nil
}
