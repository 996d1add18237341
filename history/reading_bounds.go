package history

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// What a history may be, so that one of a stranger takes memory in proportion to its bytes. The
// longest lines there are have the offers of a cycle: of 50,000 agents some 10 MiB and 1,500,000
// values. A test lowers them.
var (
	mostOfLine         = 64 << 20 // bytes
	mostValues         = 4 << 20  // of JSON, in a line
	mostUnpacked int64 = 64 << 20 // bytes of a gzipped file, or mostTimes its own
)

const mostTimes = 200

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

// An unpacker reads what is gzipped, as far as that is in proportion.
type unpacker struct {
	zipped *gzip.Reader
	packed *countingReader
	read   int64
}

func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.zipped.Read(p)
	u.read += int64(n)
	if u.read > mostUnpacked && u.read > mostTimes*u.packed.read {
		return 0, fmt.Errorf("it unpacks to more than %d MiB and %d times its bytes", mostUnpacked>>20, mostTimes)
	}
	return n, err
}

// A countingReader counts what is read of another.
type countingReader struct {
	in   io.Reader
	read int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.read += int64(n)
	return n, err
}
