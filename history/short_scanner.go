package history

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A scanner reads the short form of one line.
type scanner struct {
	line   string
	pos    int
	values int // so far: resources, and what is in lists
}

// errorf is an error at the scanner's place in the line.
func (s *scanner) errorf(format string, args ...any) *Error {
	return fieldErrorf("column "+strconv.Itoa(s.pos+1), format, args...)
}

// count is called for each value, before it is read.
func (s *scanner) count() {
	if s.values++; s.values > mostValues {
		panic(fieldErrorf("", "more than %d values on the line", mostValues))
	}
}

func (s *scanner) end() bool { return s.pos == len(s.line) }

// peek is the next byte, 0 at the end. No byte of the grammar is 0.
func (s *scanner) peek() byte {
	if s.end() {
		return 0
	}
	return s.line[s.pos]
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// blanks skips blanks and says whether there were any.
func (s *scanner) blanks() bool {
	from := s.pos
	for !s.end() && isBlank(s.line[s.pos]) {
		s.pos++
	}
	return s.pos > from
}

// isNext says whether the text comes next.
func (s *scanner) isNext(text string) bool { return strings.HasPrefix(s.line[s.pos:], text) }

// accept skips the text if it comes next.
func (s *scanner) accept(text string) bool {
	if s.isNext(text) {
		s.pos += len(text)
		return true
	}
	return false
}

func (s *scanner) expect(text string) {
	if !s.accept(text) {
		panic(s.errorf("want %q", text))
	}
}

// isBare says whether a name can hold this byte without quotes.
func isBare(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' ||
		strings.IndexByte("_./*-%", b) >= 0
}

// arrow stands between the two sides of a conversion.
const arrow = "->"

// atName says whether a name comes next.
func (s *scanner) atName() bool {
	return s.peek() == '"' || isBare(s.peek()) && !s.isNext(arrow)
}

// name reads a name, bare or quoted.
func (s *scanner) name() string {
	rest := s.line[s.pos:]
	if strings.HasPrefix(rest, `"`) {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			panic(s.errorf("unfinished quotes"))
		}
		text, err := strconv.Unquote(quoted)
		if err != nil || !utf8.ValidString(text) {
			panic(s.errorf("quoted text is not UTF-8"))
		}
		s.pos += len(quoted)
		return text
	}
	n := 0
	for n < len(rest) && isBare(rest[n]) {
		n++
	}
	if n > 0 && strings.HasPrefix(rest[n-1:], arrow) {
		n--
	}
	if n == 0 {
		panic(s.errorf("want a name"))
	}
	s.pos += n
	return rest[:n]
}

func (s *scanner) str() string { return s.name() }

func (s *scanner) boolean() bool {
	switch {
	case s.accept("true"):
		return true
	case s.accept("false"):
		return false
	}
	panic(s.errorf("want true or false"))
}

// between reads what stands between two values: a blank is any number of blanks.
func (s *scanner) between(text string) {
	if text == " " {
		s.blanks()
	} else {
		s.expect(text)
	}
}

// number reads the characters of a decimal number.
func (s *scanner) number() string {
	from := s.pos
	for !s.end() && strings.IndexByte("0123456789.eE+-", s.line[s.pos]) >= 0 {
		s.pos++
	}
	if s.pos == from {
		panic(s.errorf("want a number"))
	}
	return s.line[from:s.pos]
}

// list reads what one reads, any number of times, between open and close and
// separated by sep, which may be a blank. Blanks may stand around each.
func (s *scanner) list(open, sep, end string, one func()) {
	s.expect(open)
	for first := true; ; first = false {
		apart := s.blanks() && sep == " "
		if s.accept(end) {
			return
		}
		if !first && !apart {
			s.expect(sep)
			s.blanks()
		}
		s.count()
		one()
	}
}
