// Package unpack bounds what packed files of strangers unpack to, so that they take memory in
// proportion to their bytes.
package unpack

import (
	"compress/gzip"
	"fmt"
	"io"
)

// MostTimes is how many times its bytes what is packed may unpack to, once that is more than Most.
const MostTimes = 200

// Most is to how many bytes anything may unpack. Tests lower it.
var Most int64 = 64 << 20

// Bound is to how many bytes so many packed ones may unpack.
func Bound(packed int64) int64 { return max(Most, MostTimes*packed) }

// Gzip returns a reader of what is gzipped, whose error says where that is out of proportion.
func Gzip(in io.Reader) (io.Reader, error) {
	packed := &countingReader{in: in}
	zipped, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	return &unpacker{zipped: zipped, packed: packed}, nil
}

type unpacker struct {
	zipped *gzip.Reader
	packed *countingReader
	read   int64
}

func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.zipped.Read(p)
	u.read += int64(n)
	if u.read > Bound(u.packed.read) {
		return 0, fmt.Errorf("it unpacks to more than %d MiB and %d times its bytes", Most>>20, MostTimes)
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
