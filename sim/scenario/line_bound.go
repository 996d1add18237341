package scenario

import (
	"errors"
	"io"
)

// mostOfLine bounds the bytes of a line of a table, of which a quote may make one of any number.
const mostOfLine = 1 << 20

var errLongLine = errors.New("a line has more than 1 MiB: is a quote left open?")

// lineBound reads at most mostOfLine for each line, and what whoever reads the lines buffers. So a
// file of any length without an end of line takes no memory.
type lineBound struct {
	in   io.Reader
	left int
}

// begin begins a line.
func (b *lineBound) begin() { b.left = mostOfLine }

func (b *lineBound) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, errLongLine
	}
	n, err := b.in.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
