package history

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A scanner reads the short form of one line.
type scanner struct {
	line string
	pos  int
}

// errorf is an error at the scanner's place in the line.
func (s *scanner) errorf(format string, args ...any) error {
	return fieldErrorf("column "+strconv.Itoa(s.pos+1), format, args...)
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

// accept skips the text if it comes next.
func (s *scanner) accept(text string) bool {
	if strings.HasPrefix(s.line[s.pos:], text) {
		s.pos += len(text)
		return true
	}
	return false
}

func (s *scanner) expect(text string) error {
	if !s.accept(text) {
		return s.errorf("want %q", text)
	}
	return nil
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
	return s.peek() == '"' || isBare(s.peek()) && !strings.HasPrefix(s.line[s.pos:], arrow)
}

// name reads a name, bare or quoted.
func (s *scanner) name() (string, error) {
	rest := s.line[s.pos:]
	if strings.HasPrefix(rest, `"`) {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return "", s.errorf("unfinished quotes")
		}
		text, err := strconv.Unquote(quoted)
		if err != nil || !utf8.ValidString(text) {
			return "", s.errorf("quoted text is not UTF-8")
		}
		s.pos += len(quoted)
		return text, nil
	}
	n := 0
	for n < len(rest) && isBare(rest[n]) {
		n++
	}
	if n > 0 && strings.HasPrefix(rest[n-1:], arrow) {
		n--
	}
	if n == 0 {
		return "", s.errorf("want a name")
	}
	s.pos += n
	return rest[:n], nil
}

func (s *scanner) str() (string, error) { return s.name() }

func (s *scanner) boolean() (bool, error) {
	if s.accept("true") {
		return true, nil
	}
	if s.accept("false") {
		return false, nil
	}
	return false, s.errorf("want true or false")
}

// between reads what stands between two values: a blank is any number of blanks.
func (s *scanner) between(text string) error {
	if text == " " {
		s.blanks()
		return nil
	}
	return s.expect(text)
}

// number reads the characters of a decimal number.
func (s *scanner) number() (string, error) {
	from := s.pos
	for !s.end() && strings.IndexByte("0123456789.eE+-", s.line[s.pos]) >= 0 {
		s.pos++
	}
	if s.pos == from {
		return "", s.errorf("want a number")
	}
	return s.line[from:s.pos], nil
}

// list reads what one reads, any number of times, between open and close and
// separated by sep. Blanks may stand around each.
func (s *scanner) list(open, sep, end string, one func() error) error {
	if err := s.expect(open); err != nil {
		return err
	}
	s.blanks()
	if s.accept(end) {
		return nil
	}
	for {
		if err := one(); err != nil {
			return err
		}
		s.blanks()
		if s.accept(end) {
			return nil
		}
		if err := s.expect(sep); err != nil {
			return err
		}
		s.blanks()
	}
}
