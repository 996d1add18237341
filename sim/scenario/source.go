package scenario

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// A source is the text that a scenario was read from.
type source struct {
	file    string
	content []byte
	lines   []string
	found   *mistakes // where refuse puts what it finds; nil: it throws that
	names   int       // how many names those that were expanded stand for
}

// byteOrderMark is what some editors put before a text in UTF-8.
const byteOrderMark = "\ufeff"

func newSource(file string, content []byte) *source {
	content = bytes.TrimPrefix(content, []byte(byteOrderMark))
	return &source{file: file, content: content, lines: strings.Split(string(content), "\n")}
}

// checkText throws an error at the first byte that is not valid UTF-8 text. The error does not show
// the line, which may be anything.
func (s *source) checkText() {
	if isUTF16(s.content) {
		panic(&Error{File: s.file, Text: inUTF16})
	}
	for i, line := range s.lines {
		if n := validPrefix(line); n < len(line) {
			panic(&Error{File: s.file, Line: i + 1, Column: utf8.RuneCountInString(line[:n]) + 1, Text: fmt.Sprintf("byte %#x is not of a text in UTF-8", line[n])})
		}
	}
}

const inUTF16 = "it is in UTF-16: save it as UTF-8"

// isUTF16 reports whether a text begins with a mark of UTF-16.
func isUTF16(text []byte) bool {
	return bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff"))
}

// validPrefix is how many bytes of a line are UTF-8, and no NUL, up to the first that is not.
func validPrefix(line string) int {
	for i, r := range line {
		if r == 0 || r == utf8.RuneError && !strings.HasPrefix(line[i:], string(utf8.RuneError)) {
			return i
		}
	}
	return len(line)
}

// isTab reports whether a tab is at a place.
func (s *source) isTab(at position) bool {
	return at.line > 0 && at.line <= len(s.lines) && strings.HasSuffix(prefix(s.lines[at.line-1], at.column), "\t")
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
	source, column := around(e.Source, e.Column)
	margin := fmt.Sprintf("%5d | ", e.Line)
	// Tabs stay tabs, so that the mark stands below what it marks.
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, prefix(source, column-1))
	return fmt.Sprintf("%s\n%s%s\n%s%s^", text, margin, source, strings.Repeat(" ", len(margin)-2)+"| ", indent)
}

// widest is how many letters of a line are shown.
const widest = 200

// around is a line, or what of a long one is around a column, and where the column is then.
func around(line string, column int) (part string, in int) {
	letters := []rune(line)
	if len(letters) <= widest {
		return line, column
	}
	from := max(0, min(column-1-widest/2, len(letters)-widest))
	return string(letters[from : from+widest]), column - from
}

// prefix is the first n letters of a line, or all of it.
func prefix(line string, n int) string {
	letters := []rune(line)
	return string(letters[:max(0, min(n, len(letters)))])
}

// longestText is how many letters of a mistake are told: a name in it may have any length.
const longestText = 2000

func (s *source) errorf(at position, format string, arguments ...any) *Error {
	text := fmt.Sprintf(format, arguments...)
	if told := prefix(text, longestText); len(told) < len(text) {
		text = told + " and so on"
	}
	e := &Error{File: s.file, Line: at.line, Column: at.column, Text: text}
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

// refuse finds a mistake at a key if wrong is true. While the scenario is checked, it adds the
// mistake to those found, and the checks go on; otherwise it throws the mistake.
func (l *located) refuse(wrong bool, key, format string, arguments ...any) {
	if !wrong {
		return
	}
	e := l.errorf(key, format, arguments...)
	if l.source == nil || l.source.found == nil {
		panic(e)
	}
	l.source.found.add(e)
}

// report refuses an error at a key, if there is one.
func (l *located) report(key string, err error) { l.refuse(err != nil, key, "%v", err) }

// catch is deferred where the package is entered. Whatever reads or checks a scenario throws an
// [Error], or [Errors], so that the functions in between need not hand it on. What is returned
// beside an error means nothing.
func catch(err *error) {
	switch x := recover().(type) {
	case nil:
	case *Error:
		*err = x
	case *Errors:
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
