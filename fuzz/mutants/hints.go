package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apportion/apportion/internal/must"
)

// hintsFile says of each fault what caught it last. It only orders what is tried first:
// where that finds nothing, everything else is tried.
const hintsFile = "fuzz/mutants/hints.txt"

// A hint is where a fault was found: a program, and in it a seed of a lane, or a test.
type hint struct{ program, lane, seed, test string }

// arguments are those that a program looks there with.
func (h hint) arguments() []string {
	switch {
	case h.lane != "":
		return hunting(hinted, "-lanes", h.lane, "-seed", h.seed)
	case isHunter(h.program):
		return hunting(hinted)
	case h.test != "":
		return onlyTests("^" + h.test + "$")
	}
	return nil
}

func isHunter(program string) bool { return program == hunterName || program == scoutName }

func (h hint) String() string {
	return strings.TrimSpace(strings.Join([]string{h.program, h.lane + h.test, h.seed}, " "))
}

// parseHint reads what String has written.
func parseHint(text string) hint {
	words := append(strings.Fields(text), "", "", "")
	h := hint{program: words[0], lane: words[1], seed: words[2]}
	if !isHunter(h.program) {
		h.lane, h.test = "", h.lane
	}
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
			lines = append(lines, fmt.Sprintf("%s\t%s\n", m.key(), h))
		}
	}
	slices.Sort(lines)
	must.Do(os.WriteFile(filepath.Join(source, hintsFile), []byte(strings.Join(lines, "")), 0o666))
}
