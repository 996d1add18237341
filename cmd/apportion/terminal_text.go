package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// terminalText writes text to a terminal without what would command it: the names and titles that
// a file has may hold escape sequences. Each control character but tabs and ends of lines is a
// question mark.
type terminalText struct {
	w     io.Writer
	ledBy byte // the byte before
	shown []byte
}

// outputText is what commands write text to: a terminal is not commanded by it, and files and pipes
// have all bytes.
func outputText(f *os.File) io.Writer {
	if term.IsTerminal(int(f.Fd())) {
		return &terminalText{w: f}
	}
	return f
}

func (t *terminalText) Write(b []byte) (int, error) {
	t.shown = t.shown[:0]
	for _, c := range b {
		shown := c
		switch {
		case c < ' ' && c != '\n' && c != '\t' && c != '\r', c == 0x7f:
			shown = '?'
		case t.ledBy == 0xc2 && c >= 0x80 && c < 0xa0: // a control character of two bytes
			shown = 0xbf // of an inverted question mark
		}
		t.ledBy = c
		t.shown = append(t.shown, shown)
	}
	return t.w.Write(t.shown)
}
