package journal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

const (
	searchedAtOnce = 1 << 14
	mostReadAgain  = 16
)

// mostSearched bounds the bytes that are read in vain; for a large file the bound is mostReadAgain
// times its size. A test lowers it.
var mostSearched int64 = 1 << 30

// resume goes to the next whole frame behind a damage, and reports whether there is one. It gives up
// on a file that was made to have very many places that look like a frame: at each of them it may
// read the rest of the file.
func (r *frameReader) resume() (found bool, err error) {
	size, err := r.in.Seek(0, io.SeekEnd)
	if err != nil {
		return false, err
	}
	least := r.number
	for at := r.offset + 1; r.inVain <= max(mostSearched, mostReadAgain*size); at++ {
		r.inVain += searchedAtOnce
		if at, err = r.findMagic(at); err != nil {
			return false, ignoreEnd(err)
		}
		r.number, err = r.numberAt(at)
		if err != nil {
			return false, ignoreEnd(err)
		}
		if r.number < least {
			continue
		}
		number := r.number
		if err := r.seek(at); err != nil {
			return false, err
		}
		if _, _, err := r.next(); err != nil {
			r.inVain += int64(len(r.packed))
			continue // it only looks like one, or is damaged, too
		}
		r.number = number
		return true, r.seek(at)
	}
	return false, nil
}

func (r *frameReader) seek(at int64) error {
	r.offset = at
	_, err := r.in.Seek(at, io.SeekStart)
	return err
}

// toEnd goes to the file's end.
func (r *frameReader) toEnd() (err error) {
	r.offset, err = r.in.Seek(0, io.SeekEnd)
	return err
}

// findMagic returns the first offset from one on where a frame may begin, or io.EOF.
func (r *frameReader) findMagic(from int64) (int64, error) {
	if _, err := r.in.Seek(from, io.SeekStart); err != nil {
		return 0, err
	}
	b := make([]byte, searchedAtOnce)
	for kept := 0; ; {
		n, err := io.ReadFull(r.in, b[kept:])
		b := b[:kept+n]
		if i := bytes.Index(b, []byte(frameMagic)); i >= 0 {
			return from + int64(i), nil
		}
		if err != nil {
			return 0, err
		}
		kept = copy(b, b[len(b)-len(frameMagic)+1:])
		from += int64(len(b) - kept)
	}
}

// numberAt returns the number of the frame at an offset.
func (r *frameReader) numberAt(at int64) (uint32, error) {
	head := make([]byte, 4)
	if _, err := r.in.Seek(at+8, io.SeekStart); err != nil {
		return 0, err
	}
	_, err := io.ReadFull(r.in, head)
	return binary.LittleEndian.Uint32(head), err
}

func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}
