package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/apportion/apportion/internal/must"
)

const (
	// unharmed is how long the hunter hunts when there is no fault, in processor time.
	unharmed = 5 * time.Second
	// hinted is how long it hunts where a fault was found before.
	hinted = 5 * time.Second
)

// hunting is how the hunter is run.
func hunting(limit time.Duration, where ...string) []string {
	return append([]string{"-time", limit.String(), "-processor", "-reduce", "0", "-libraries", ""}, where...)
}

// An attempt is a program that may find a fault.
type attempt struct {
	program   *program
	arguments []string
}

// A finding is what a program has found, nothing if what is empty, and where to look
// first the next time.
type finding struct {
	what string
	hint hint
}

// find looks for a fault: where it was found last, then in all lanes, then by the tests
// of its folder. What has found something is run without the fault, too, and has to find
// nothing: the test, or a hunt in all lanes.
func (w *workshop) find(number int, m *mutation, h hint, limit time.Duration) finding {
	for _, a := range w.attempts(m, h, limit) {
		must.Do(a.program.ready())
		found := w.look(number, a.program, a.arguments)
		if found.what == "" {
			continue
		}
		innocent := a.program.arguments
		if found.hint.where != "" && !isHunter(a.program.name) {
			innocent = found.hint.arguments()
		}
		must.Do(w.prove(a.program, innocent))
		return found
	}
	return finding{}
}

// attempts are all that can be tried, in their order. A witness that notices nothing
// is noticed by tests, one that notices too much by a hunt.
func (w *workshop) attempts(m *mutation, h hint, limit time.Duration) []attempt {
	if w.lanes != "" {
		return []attempt{{w.programs[0], hunting(limit, "-lanes", w.lanes)}}
	}
	var out, after []attempt
	if p := w.named(h.program); p != nil {
		out = append(out, attempt{p, h.arguments()})
	}
	for _, p := range w.programs[1:] {
		switch {
		case p.folder == "fuzz/lane" && strings.HasPrefix(m.file, "fuzz/"): // the book, too, is what witnesses go by
			out = append(out, attempt{p, p.arguments})
		case strings.HasPrefix(m.file, p.folder+"/"):
			after = append(after, attempt{p, p.arguments})
		}
	}
	out = append(out, attempt{w.programs[0], hunting(limit)})
	return append(out, after...)
}

// bounded runs a program for so many seconds of processor time at most.
const bounded = `ulimit -t 600 && exec "$0" "$@"`

// standing is how long a program may take that takes no processor time.
const standing = time.Hour

// look runs a program that has a fault. One that goes on for ever has found it, too.
func (w *workshop) look(number int, p *program, arguments []string) finding {
	recordings := must.Get(os.MkdirTemp(w.dir, "recordings"))
	ctx, done := context.WithTimeout(context.Background(), standing)
	defer done()
	command := exec.CommandContext(ctx, "sh", append([]string{"-c", bounded, filepath.Join(w.dir, p.name)}, arguments...)...)
	command.Dir = w.dir
	command.Env = append(os.Environ(), fmt.Sprintf("APPORTION_MUTANT=%d", number), "APPORTION_TEST_FOLDER="+recordings, "GOCOVERDIR="+recordings)
	out, err := command.CombinedOutput()
	var ended *exec.ExitError
	if !errors.As(err, &ended) {
		must.Do(err)
		return finding{}
	}
	return readFinding(p.name, strings.ReplaceAll(string(out), w.dir+"/", ""))
}

var (
	inLane = regexp.MustCompile(`lane (\w+), seed (\d+)|seed (\d+) of lane (\w+)`)
	inTest = regexp.MustCompile(`--- FAIL: (\w+)`)
)

// readFinding reads what a program has said that has failed.
func readFinding(program, out string) finding {
	f := finding{hint: hint{program: program}}
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if found, ok := strings.CutPrefix(line, "FAILED "); ok {
			if at := inLane.FindStringSubmatch(found); at != nil {
				f.hint.where = cmp.Or(at[1], at[4]) + " " + cmp.Or(at[2], at[3])
			}
			f.what = found
			return f
		}
		if at := inTest.FindStringSubmatch(line); at != nil {
			f.hint.where, f.what = at[1], program+": "+at[1]
			return f
		}
		if found, ok := strings.CutPrefix(line, "Messages:"); ok {
			f.what = program + ": " + strings.TrimSpace(found)
			return f
		}
	}
	f.what = program + " ended: " + brief(out)
	return f
}

// hintsFile says of each fault what caught it last. It only orders what is tried first:
// where that finds nothing, everything else is tried.
const hintsFile = "fuzz/mutants/hints.txt"

// A hint is where a fault was found: a program, and in it a lane and a seed, or a test.
type hint struct{ program, where string }

// arguments are those that a program looks there with.
func (h hint) arguments() []string {
	lane, seed, inLane := strings.Cut(h.where, " ")
	switch {
	case inLane:
		return hunting(hinted, "-lanes", lane, "-seed", seed)
	case isHunter(h.program):
		return hunting(hinted)
	case h.where != "":
		return onlyTests("^" + h.where + "$")
	}
	return nil
}

func isHunter(program string) bool { return program == hunterName || program == scoutName }
func (h hint) String() string      { return strings.TrimSpace(h.program + " " + h.where) }

// parseHint reads what String has written.
func parseHint(text string) (h hint) {
	h.program, h.where, _ = strings.Cut(text, " ")
	return h
}

// key is what a fault is called among all files'.
func (m *mutation) key() string { return m.file + ": " + m.name }

// readHints reads the file, which need not be there.
func readHints(source string) map[string]hint {
	content, err := os.ReadFile(filepath.Join(source, hintsFile))
	if !errors.Is(err, fs.ErrNotExist) {
		must.Do(err)
	}
	out := map[string]hint{}
	for line := range strings.Lines(string(content)) {
		if key, text, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			out[key] = parseHint(text)
		}
	}
	return out
}

// writeHints writes those of the faults that there are.
func writeHints(source string, hints map[string]hint, faults map[int]*mutation) {
	var lines []string
	for _, m := range faults {
		if h, ok := hints[m.key()]; ok {
			lines = append(lines, m.key()+"\t"+h.String()+"\n")
		}
	}
	slices.Sort(lines)
	must.Do(os.WriteFile(filepath.Join(source, hintsFile), []byte(strings.Join(lines, "")), 0o666))
}
