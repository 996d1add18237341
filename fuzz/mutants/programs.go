package main

import (
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

// A program has all faults, each behind the switch.
type program struct {
	name      string
	folder    string   // whose faults it looks for besides hunts, "" for the hunter
	arguments []string // what all of it is run with
	build     func(dir string) error
	ready     func() error // builds it, once
}

// hunterName is the program's that is a part of the C library; scoutName that of one which
// counts its steps besides, and hunts where clusters are large.
const hunterName, scoutName = "hunter", "scout"

// A workshop is a copy of the module that has faults to switch on, and its programs.
type workshop struct {
	dir      string
	lanes    string     // of the hunter, if it is to look nowhere else
	programs []*program // the hunter first
	sound    sync.Map   // by programs and arguments: functions that say whether these find something without any fault
}

// open are the programs of a copy of the module. They are built when they are asked for:
// most faults are caught by the hunter.
func open(dir string) *workshop {
	library := sync.OnceValue(func() error {
		return buildIn(dir, "go", "build", "-buildmode=c-shared", "-o", "libapportion.so", hunterPackage)
	})
	w := &workshop{dir: dir, programs: []*program{
		{name: hunterName, arguments: hunting(unharmed), build: func(dir string) error {
			return buildIn(dir, "go", "build", "-pgo=off", "-tags", hunterTag, "-o", hunterName, hunterPackage)
		}},
		// They tamper with what the hunter itself goes by.
		testsOf("fuzz/lane", "witnesses", "Notice"),
		testsOf("fuzz/tape", "tape-tests", "Handles"),
		// They know of what histories have little: rows of many names, leaves that take
		// each other's place, words, what is said to help.
		testsOf("quantities", "quantities-tests", "Row|Matrix"),
		testsOf("sorter", "sorter-tests", "AgainstOracle|Labels|OrderUnderChurn"),
		testsOf("core", "core-tests", "Explain|Polic|Fullness|Conversion|Filter|Reason|Update|Recover|Deadline|Blocked|Draw|CutAgents|Fresh|HeldAsOften|Lent|Lend|Loan|Recall|Overdue|InVain|Traffic|Asked|Refuse"),
		testsOf("core/internal/offerfilter", "filters-tests", "Filters|Blocks|Tables"),
		{name: scoutName, folder: "core", arguments: hunting(time.Minute, "-lanes", "scale"), build: func(dir string) error {
			arguments := []string{"build", "-pgo=off", "-tags", hunterTag, "-o", scoutName}
			return buildIn(dir, "go", slices.Concat(arguments, steps.Flags("capi"), []string{hunterPackage})...)
		}},
		// They pass arguments that no caller passes on purpose.
		testsInC("e2e", library),
		testsInC("garbage", library),
	}}
	for _, p := range w.programs {
		p.ready = sync.OnceValue(func() error { return p.build(dir) })
	}
	return w
}

// testsOf are tests of a folder.
func testsOf(folder, name, tests string) *program {
	return &program{name: name, folder: folder, arguments: onlyTests(tests), build: func(dir string) error {
		return buildIn(dir, "go", "test", "-c", "-o", name, "./"+folder)
	}}
}

// onlyTests is how tests are run.
func onlyTests(tests string) []string {
	return []string{"-test.failfast", "-test.timeout", "0", "-test.run", tests}
}

// testsInC are the C library's of a name.
func testsInC(name string, library func() error) *program {
	return &program{name: name, folder: "capi", build: func(dir string) error {
		if err := library(); err != nil {
			return err
		}
		compiler := compile(dir, name)
		return buildIn(dir, compiler[0], compiler[1:]...)
	}}
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

// buildIn runs a command in a folder.
func buildIn(dir, name string, arguments ...string) error {
	command := exec.Command(name, arguments...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// prove says whether a program finds something without any fault, once for what it is
// run with.
func (w *workshop) prove(p *program, arguments []string) error {
	key := p.name + " " + strings.Join(arguments, " ")
	once, _ := w.sound.LoadOrStore(key, sync.OnceValue(func() error {
		return must.Catch(func() {
			if found := w.look(0, p, arguments); found.what != "" {
				must.Fail("without any fault: %s", found.what)
			}
		})
	}))
	return once.(func() error)()
}

// named is the program of a name, nil if there is none.
func (w *workshop) named(name string) *program {
	for _, p := range w.programs {
		if p.name == name {
			return p
		}
	}
	return nil
}
