package scenario

import (
	"errors"
	"io"
)

// mostOfLine bounds the bytes of a line of a table: an open quote can make a line of any length.
const mostOfLine = 1 << 20

var errLongLine = errors.New("a line has more than 1 MiB: is a quote left open?")

// lineBound lets a reader of lines read at most mostOfLine bytes for each, beyond what the reader
// buffers. So a file of any length without an end of line takes no memory.
type lineBound struct {
	in   io.Reader
	left int
}

// begin begins a line. Whoever reads lines calls it before each.
func (b *lineBound) begin() { b.left = mostOfLine }

func (b *lineBound) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, errLongLine
	}
	n, err := b.in.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
