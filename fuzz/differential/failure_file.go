package differential

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
)

// setupLine is the comment in a history that says which setup it is for.
var setupLine = regexp.MustCompile(`(?m)^# setup (\{.*\})$`)

// WriteFile writes down a history that fails, with what ReadFile needs to know and what
// reproduces it.
func WriteFile(file string, t *sequence.Sequence, failure error) error {
	return must.Catch(func() {
		text := fmt.Appendf(nil, "# setup %s\n# go run ./fuzz/hunt %s\n", must.Get(json.Marshal(t.Cast.Setup)), file)
		if failure != nil {
			for line := range strings.Lines(failure.Error()) {
				text = fmt.Appendln(text, "#", strings.TrimRight(line, "\n"))
			}
		}
		for _, op := range t.Ops() {
			text = fmt.Appendln(text, lineOf(op))
		}
		must.Do(os.MkdirAll(filepath.Dir(file), 0o777))
		must.Do(os.WriteFile(file, text, 0o666))
	})
}

// lineOf is a call of a history as text, as a comment if it cannot be read again: a sequence may
// have amounts that no history has, which the core has to refuse.
func lineOf(op history.Op) string {
	line := history.FormatShort(op)
	if _, err := history.ParseShort(line); err != nil {
		return fmt.Sprintf("# left out, %v: %s", err, line)
	}
	return line
}

// ReadFile reads the histories of a file in either form, for the setup that it says: in a
// comment, else one that is like Mesos.
func ReadFile(file string) ([]*sequence.Sequence, error) {
	sequences, err := must.Try(func() (sequences []*sequence.Sequence) {
		content := must.Get(os.ReadFile(file))
		s := setupIn(content)
		for _, trace := range must.Get(history.ReadAny(content)) {
			sequences = append(sequences, must.Get(sequence.Read(s, trace.Ops())))
		}
		return sequences
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return sequences, nil
}

// setupIn is the setup that the comments of a history say.
func setupIn(content []byte) sequence.Setup {
	s := sequence.Setup{Faithful: true, Options: alloc.Options{AgentOrder: alloc.OrderByID}}
	if m := setupLine.FindSubmatch(content); m != nil {
		s = sequence.Setup{}
		must.Do(json.Unmarshal(m[1], &s))
	}
	s.Every = max(1, s.Every)
	return s
}
