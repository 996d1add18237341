package main

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// terminalText writes text to a terminal without what would command it: the names and titles that
// a file has may hold escape sequences. Each control character but tabs and ends of lines, and each that turns
// the direction of text, is a question mark of some kind.
type terminalText struct {
	w     io.Writer
	ledBy [2]byte // the bytes before, also of an earlier Write
	shown []byte  // scratch
}

// outputText is what commands write text to: a terminal is not commanded by it, and files and pipes
// have all bytes.
func outputText(f *os.File) io.Writer {
	if term.IsTerminal(int(f.Fd())) {
		return &terminalText{w: f}
	}
	return f
}

// terminalOf is the terminal that text goes to, for what draws on it, or nil.
func terminalOf(w io.Writer) io.Writer {
	if t, ok := w.(*terminalText); ok {
		return t.w
	}
	return nil
}

// terminalName is a name as a terminal may be told it.
func terminalName(name string) string {
	var b strings.Builder
	_, _ = (&terminalText{w: &b}).Write([]byte(name)) // which has no errors
	return b.String()
}

func (t *terminalText) Write(b []byte) (int, error) {
	t.shown = t.shown[:0]
	for _, c := range b {
		shown := c
		switch {
		case c < ' ' && c != '\n' && c != '\t', c == 0x7f:
			shown = '?'
		case t.ledBy[1] == 0xc2 && c >= 0x80 && c < 0xa0: // a control character of two bytes
			shown = 0xbf // of an inverted question mark
		case t.ledBy == [2]byte{0xe2, 0x80} && c >= 0xaa && c <= 0xae: // U+202A to U+202E
			shown = 0xbd // of an interrobang
		case t.ledBy == [2]byte{0xe2, 0x81} && c >= 0xa6 && c <= 0xa9: // U+2066 to U+2069
			shown = 0x87 // of a double question mark
		}
		t.ledBy = [2]byte{t.ledBy[1], c}
		t.shown = append(t.shown, shown)
	}
	return t.w.Write(t.shown)
}
