package scenario

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/apportion/apportion/internal/must"
)

const (
	largestFile = 4 << 20 // bytes
	deepestText = 500     // brackets within brackets, and dashes in a row
	mostKeys    = 5000    // one below the other
)

// Read reads a scenario and checks it, without the files that it names: those are read
// when it is run. Names of files are relative to the scenario's own folder. Errors are
// of type *[Error], or *[Errors] where there are several, but for those of reading the file.
func Read(file string) (*Scenario, error) {
	return ReadWith(file, nil)
}

// ReadWith is Read with settings that stand in the place of what the file says.
func ReadWith(file string, overrides []Override) (*Scenario, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, largestFile+1)) // it may have no end
	if err != nil {
		return nil, err
	}
	return Parse(file, content, overrides...)
}

// Parse is Read of a text: the file's name serves to find what it names, and errors.
func Parse(file string, content []byte, overrides ...Override) (s *Scenario, err error) {
	defer catch(&err)
	s = &Scenario{file: file}
	s.read(newSource(file, content))
	s.all(s.checkInTime)
	for _, o := range overrides {
		if err := must.Catch(func() { o.apply(s) }); err != nil {
			return nil, fmt.Errorf("%s: %w", o, err)
		}
	}
	err = s.check()
	eachError(err, func(e *Error) {
		if len(overrides) > 0 && !strings.Contains(e.Text, "(with ") {
			e.Text += fmt.Sprintf(" (with %s)", JoinOverrides(overrides, ", "))
		}
	})
	for i := range s.warnings {
		s.warnings[i] = s.Placed(s.warnings[i])
	}
	return s, s.Placed(err)
}

// read reads a text, and throws its mistakes. Even if some entries could not be read, the others
// are checked.
func (s *Scenario) read(src *source) {
	d := newDecoder(src)
	n := src.parse()
	if d.gather(func() { d.decode(n, valueOf(s)) }) {
		return
	}
	src.found = &d.found
	d.gather(s.checkEntries)
	d.found.throw()
}

// Placed is an error about the scenario. If the value in question has no place in the file, such as
// one below a default that an override has set, the error is about the file as a whole.
func (s *Scenario) Placed(err error) error {
	eachError(err, func(e *Error) {
		if e.File == defaultFile {
			*e = Error{File: s.file, Text: e.Text}
		}
	})
	return err
}

// parse is the one document in a text.
func (src *source) parse() ast.Node {
	if len(src.content) > largestFile {
		panic(src.errorf(position{}, "it has more than %d bytes: tables are files of their own", largestFile))
	}
	if at, deep := tooDeep(src.content); deep {
		panic(src.errorf(at, "this is nested too deep"))
	}
	if line, many := tooManyKeys(src.lines); many {
		panic(src.errorf(position{line, 1}, "there are more than %d keys one below the other", mostKeys))
	}
	src.checkText()
	file, err := parser.ParseBytes(src.content, 0)
	if e, ok := errors.AsType[yaml.Error](err); ok {
		at := positionOfToken(e.GetToken())
		if src.isTab(at) {
			panic(src.errorf(at, "a tab stands here, where YAML takes spaces alone"))
		}
		panic(src.errorf(at, "%s%s", e.GetMessage(), src.unquotedName(at)))
	} else if err != nil {
		panic(src.errorf(position{}, "%v", err))
	}
	var body ast.Node
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil || doc.Body.Type() == ast.CommentType:
		case body != nil:
			panic(src.errorf(positionOf(doc.Body), "there is a second document in the file"))
		default:
			body = doc.Body
		}
	}
	if body == nil {
		panic(src.errorf(position{}, "there is nothing in it"))
	}
	return body
}

var nameWithBraces = regexp.MustCompile(`[^\s"',:{}\[\]]+\{[^{}\s]*\}[^\s"',:{}\[\]]*`)

// unquotedName says what is wrong at a place where a name with braces stands without quotes inside
// other braces.
func (src *source) unquotedName(at position) string {
	if at.line < 1 || at.line > len(src.lines) {
		return ""
	}
	line := src.lines[at.line-1]
	for _, found := range nameWithBraces.FindAllStringIndex(line, -1) {
		if found[0] < at.column && at.column <= found[1]+1 {
			return fmt.Sprintf("; a name with braces needs quotes here: %q", line[found[0]:found[1]])
		}
	}
	return ""
}

// readInto reads the text into a value.
func (src *source) readInto(v reflect.Value) { newDecoder(src).read(src.parse(), v) }

// tooDeep finds text that would make a recursive parser use up its stack. It counts brackets, and marks in a row or
// between the commas of brackets. It counts those in quoted texts, too: there are never that many.
func tooDeep(content []byte) (position, bool) {
	at := position{line: 1}
	brackets, marks := 0, 0
	for _, c := range content {
		at.column++
		switch c {
		case '[', '{':
			brackets++
		case ']', '}':
			brackets = max(0, brackets-1)
		case '-', '?', ':':
			marks++
		case ',':
			if brackets > 0 {
				marks = 0
			}
		case '\n':
			at, marks = position{line: at.line + 1}, 0
		}
		if brackets > deepestText || marks > deepestText {
			return at, true
		}
	}
	return position{}, false
}

// tooManyKeys finds a mapping whose keys stand one below the other, and are too many: for each the parser calls itself, and
// copies all that follow. It takes each line that may begin with a key for one. Those of lists and within brackets
// cost no more than their number.
func tooManyKeys(lines []string) (line int, many bool) {
	var keys []int // by how far they are indented, since the last line that was less so
	for i, line := range lines {
		text := strings.TrimLeft(line, " ")
		if text == "" || strings.IndexByte("\r#", text[0]) >= 0 {
			continue
		}
		indent := len(line) - len(text)
		for len(keys) <= indent {
			keys = append(keys, 0)
		}
		keys = keys[:indent+1]
		if strings.IndexByte("-,[]{}", text[0]) >= 0 || text[0] != '?' && !strings.Contains(text, ":") {
			continue
		}
		if keys[indent]++; keys[indent] > mostKeys {
			return i + 1, true
		}
	}
	return 0, false
}

// defaultFile stands in errors for the file, in what is a default.
const defaultFile = "default"

// defaults are the texts of defaults that have been parsed. They are kept for good.
var defaults sync.Map

// readDefault is readText of a default, of which there are few and which are read often.
func readDefault(text string, v reflect.Value) {
	src := newSource(defaultFile, []byte(text))
	n, ok := defaults.Load(text)
	if !ok {
		n = src.parse()
		defaults.Store(text, n)
	}
	newDecoder(src).read(n.(ast.Node), v)
}

// readText reads a value from a text by itself: a default or an override. Errors have name in the
// place of a file's name.
func readText(name, text string, v reflect.Value) (err error) {
	defer catch(&err)
	newSource(name, []byte(text)).readInto(v)
	return nil
}
