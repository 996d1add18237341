package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// cachegrind runs benchmarks of a test binary in valgrind's model of a processor.
type cachegrind struct {
	binary    string
	lastLevel int // bytes of its last-level cache
}

// count returns what each part of a line's operations takes.
func (c cachegrind) count(l line) (figures, error) {
	short, err := c.run(l.benchmark, 1)
	if err != nil {
		return figures{}, err
	}
	long, err := c.run(l.benchmark, 1+l.operations)
	if err != nil {
		return figures{}, err
	}
	var each figures
	for f := range each {
		each[f] = (long[f] - short[f]) / float64(l.operations*l.parts)
	}
	return each, nil
}

// run counts a whole run of a benchmark of so many operations. Nothing may hang on the machine:
// the caches' sizes are given, and valgrind shows each program the same processor, one with AVX2,
// if the machine's has that. That one has RDTSCP even where the machine's has not and valgrind ends
// a program that takes it at its word: Go's runtime is told not to. Go's collector does not run but
// where a benchmark says so, and nothing is interrupted after a time.
func (c cachegrind) run(benchmark string, operations int) (figures, error) {
	folder, err := os.MkdirTemp("", "counted")
	if err != nil {
		return figures{}, err
	}
	defer os.RemoveAll(folder)
	out := filepath.Join(folder, "counts")
	command := exec.Command("valgrind", "-q", "--tool=cachegrind", "--cache-sim=yes",
		"--I1=32768,8,64", "--D1=32768,8,64", fmt.Sprintf("--LL=%d,16,64", c.lastLevel),
		"--cachegrind-out-file="+out,
		c.binary, "-test.run=^$", "-test.cpu=1", "-test.timeout=0",
		"-test.bench=^"+strings.ReplaceAll(benchmark, "/", "$/^")+"$", fmt.Sprintf("-test.benchtime=%dx", operations))
	command.Env = []string{"GOGC=off", "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1,cpu.rdtscp=off", "TMPDIR=" + folder}
	said, err := command.CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		return figures{}, errors.New("valgrind is not installed")
	}
	if err != nil {
		return figures{}, fmt.Errorf("%s: %w\n%s", benchmark, err, said[:min(len(said), mostSaid)])
	}
	if !strings.Contains(string(said), "ns/op") {
		return figures{}, fmt.Errorf("%s: there is no such benchmark\n%s", benchmark, said)
	}
	counts, err := os.ReadFile(out)
	if err != nil {
		return figures{}, err
	}
	return parseCounts(string(counts))
}

// mostSaid is how much is told of what a benchmark printed that failed: a crash of Go's prints
// all that its threads were at.
const mostSaid = 2000

// events are those of cachegrind that make up each figure.
var events = [len(figures{})][]string{{"Ir"}, {"I1mr"}, {"D1mr", "D1mw"}, {"ILmr", "DLmr", "DLmw"}}

// parseCounts reads the sums of a file of cachegrind's.
func parseCounts(text string) (figures, error) {
	var names, sums []string
	for row := range strings.Lines(text) {
		if list, ok := strings.CutPrefix(row, "events:"); ok {
			names = strings.Fields(list)
		} else if list, ok := strings.CutPrefix(row, "summary:"); ok {
			sums = strings.Fields(list)
		}
	}
	if len(names) == 0 || len(names) != len(sums) {
		return figures{}, fmt.Errorf("cachegrind counted %d events and summed up %d", len(names), len(sums))
	}
	byName := map[string]float64{}
	for i, name := range names {
		sum, err := strconv.ParseFloat(sums[i], 64)
		if err != nil {
			return figures{}, fmt.Errorf("cachegrind's sum of %s: %w", name, err)
		}
		byName[name] = sum
	}
	var all figures
	for f, list := range events {
		for _, name := range list {
			sum, ok := byName[name]
			if !ok {
				return figures{}, fmt.Errorf("cachegrind did not count %s", name)
			}
			all[f] += sum
		}
	}
	return all, nil
}
