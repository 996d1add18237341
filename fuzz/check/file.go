package check

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// seedLine and setupLine are the comments in a history that say which setup it is
// for.
var (
	seedLine  = regexp.MustCompile(`(?m)^# seed (\d+)$`)
	setupLine = regexp.MustCompile(`(?m)^# setup (\{.*\})$`)
)

// WriteFile writes down a history that fails, with what ReadFile needs to know
// and what reproduces it.
func WriteFile(file string, ops []history.Op, setup Setup, failure error) error {
	var text strings.Builder
	line, err := json.Marshal(setup)
	if err != nil {
		return err
	}
	fmt.Fprintf(&text, "# setup %s\n# go run ./fuzz/hunt %s\n", line, file)
	if failure != nil {
		for line := range strings.Lines(failure.Error()) {
			text.WriteString("# " + strings.TrimRight(line, "\n") + "\n")
		}
	}
	for _, op := range ops {
		text.WriteString(lineOf(op) + "\n")
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text.String()), 0o666)
}

// lineOf is a call of a history as text, as a comment if it cannot be read again: a tape may
// have amounts that no history has, which the core has to refuse.
func lineOf(op history.Op) string {
	line := history.FormatShort(op)
	if _, err := history.ParseShort(line); err != nil {
		return fmt.Sprintf("# left out, %v: %s", err, line)
	}
	return line
}

// ReadFile reads the histories of a file in either form, and the setup that they
// are for: the one in a comment, or that of the seed in one, else one that is like
// Mesos.
func ReadFile(file string) ([][]history.Op, Setup, error) {
	setup := Setup{Faithful: true, Every: 1, Options: core.Options{AgentOrder: core.OrderByID}}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, setup, err
	}
	if m := seedLine.FindSubmatch(content); m != nil {
		seed, err := strconv.ParseUint(string(m[1]), 10, 64)
		if err != nil {
			return nil, setup, fmt.Errorf("%s: %w", file, err)
		}
		setup = SetupFor(seed)
	}
	if m := setupLine.FindSubmatch(content); m != nil {
		setup = Setup{}
		if err := json.Unmarshal(m[1], &setup); err != nil {
			return nil, setup, fmt.Errorf("%s: %w", file, err)
		}
	}
	traces, err := history.ReadAny(content)
	if err != nil {
		return nil, setup, fmt.Errorf("%s: %w", file, err)
	}
	var out [][]history.Op
	for _, trace := range traces {
		var ops []history.Op
		for _, step := range trace.Steps {
			ops = append(ops, step.Op)
		}
		out = append(out, ops)
	}
	return out, setup, nil
}
