package history

import (
	"bufio"
	"errors"
	"fmt"
)

// How large a history may be, so that reading a stranger's takes memory in proportion to its bytes.
// The longest lines that occur have the offers of a cycle: for 50,000 agents some 10 MiB and
// 1,500,000 values. A test lowers these bounds.
var (
	mostOfLine = 64 << 20 // bytes
	mostValues = 4 << 20  // in a line
)

// readLine reads a line with its end, or up to the end of the file: then the error is io.EOF.
func readLine(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > mostOfLine {
			return nil, fmt.Errorf("it has more than %d MiB", mostOfLine>>20)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}
