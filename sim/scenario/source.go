package scenario

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// A source is the text that a scenario was read from.
type source struct {
	file    string
	content []byte
	lines   []string
}

func newSource(file string, content []byte) *source {
	return &source{file: file, content: content, lines: strings.Split(string(content), "\n")}
}

// A position is a place in a source. The zero position is nowhere.
type position struct{ line, column int }

// positionOf is where a node begins.
func positionOf(n ast.Node) position {
	if n == nil {
		return position{}
	}
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 && !m.IsFlowStyle {
		n = m.Values[0].Key
	}
	return positionOfToken(n.GetToken())
}

func positionOfToken(t *token.Token) position {
	if t == nil || t.Position == nil {
		return position{}
	}
	return position{t.Position.Line, t.Position.Column}
}

// An Error is a mistake in a scenario, and where it is.
type Error struct {
	File         string
	Line, Column int // from 1; 0 if it is of the file as a whole
	Text         string
	Source       string // the line
}

// Error is the mistake in the form "file:line:column: text", and below it the line
// with a mark where it is.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Text)
	}
	text := fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
	if e.Source == "" {
		return text
	}
	margin := fmt.Sprintf("%5d | ", e.Line)
	// Tabs stay tabs, so that the mark stands below what it marks.
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, prefix(e.Source, e.Column-1))
	return fmt.Sprintf("%s\n%s%s\n%s%s^", text, margin, e.Source, strings.Repeat(" ", len(margin)-2)+"| ", indent)
}

// prefix is the first n letters of a line, or all of it.
func prefix(line string, n int) string {
	letters := []rune(line)
	return string(letters[:max(0, min(n, len(letters)))])
}

func (s *source) errorf(at position, format string, arguments ...any) *Error {
	e := &Error{File: s.file, Line: at.line, Column: at.column, Text: fmt.Sprintf(format, arguments...)}
	if at.line > 0 && at.line <= len(s.lines) {
		e.Source = strings.TrimRight(s.lines[at.line-1], "\r")
	}
	return e
}

// located is embedded in what is read from a mapping: it knows where it was
// written.
type located struct {
	source *source
	at     position
	keys   map[string]position // of the values
	with   map[string]string   // overrides of the values, or of what is below them
}

// errorf is an error at the value of a key, or where the mapping begins if the key
// was left out.
func (l *located) errorf(key, format string, arguments ...any) *Error {
	at := l.at
	if p, ok := l.keys[key]; ok {
		at = p
	}
	if l.source == nil {
		return (&source{file: "scenario"}).errorf(position{}, format, arguments...)
	}
	e := l.source.errorf(at, format, arguments...)
	if override, ok := l.with[key]; ok {
		e.Text += " (with " + override + ")"
	}
	return e
}

// refuse throws an error at a key if something is wrong.
func (l *located) refuse(wrong bool, key, format string, arguments ...any) {
	if wrong {
		panic(l.errorf(key, format, arguments...))
	}
}

// report throws an error at a key, if there is one.
func (l *located) report(key string, err error) { l.refuse(err != nil, key, "%v", err) }

// catch is deferred where the package is entered. What reads or checks a scenario throws
// the first mistake, an [Error], and is done: nothing in between has to hand it on. What
// is returned beside an error means nothing.
func catch(err *error) {
	switch x := recover().(type) {
	case nil:
	case *Error:
		*err = x
	default:
		panic(x)
	}
}

// has reports whether a key was written.
func (l *located) has(key string) bool {
	_, ok := l.keys[key]
	return ok
}

// Errorf is errorf for what shows only when the scenario is run: an error at a key of
// an entry.
func (l *located) Errorf(key, format string, arguments ...any) error {
	return l.errorf(key, format, arguments...)
}
