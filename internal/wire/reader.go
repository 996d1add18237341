package wire

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Reader reads what a Writer wrote. After the first fault it reads zeros, so a caller may
// check Err once for many values. It refuses a value spelt otherwise than Writer spells it:
// each value has one form.
type Reader struct {
	// Rename, if there is one, is what Text and OptionalText make of each text.
	Rename func(string) string

	data   []byte
	at     int
	origin int64 // offset of data in whatever it is part of
	err    error
}

// Error is a fault in what was read.
type Error struct {
	Offset int64 // in bytes from the beginning
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Reason) }

// NewReader returns a reader of data, which lies at the given offset in whatever
// errors are to be about. It keeps data.
func NewReader(data []byte, origin int64) *Reader { return &Reader{data: data, origin: origin} }

// Err returns the first fault, an *Error, or nil.
func (r *Reader) Err() error { return r.err }

// Offset returns where the next value is.
func (r *Reader) Offset() int64 { return r.origin + int64(r.at) }

// Left returns how many bytes are left.
func (r *Reader) Left() int { return len(r.data) - r.at }

// Fail notes a fault at the present place, unless there was one before.
func (r *Reader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = &Error{Offset: r.Offset(), Reason: fmt.Sprintf(format, args...)}
		r.at = len(r.data)
	}
}

// Continue goes on with other data, if nothing was wrong so far.
func (r *Reader) Continue(data []byte, origin int64) {
	if r.err == nil {
		r.data, r.at, r.origin = data, 0, origin
	}
}

// Byte reads one byte.
func (r *Reader) Byte() byte {
	if r.Left() == 0 {
		r.Fail("the data ends within a value")
		return 0
	}
	r.at++
	return r.data[r.at-1]
}

// Bool reads a truth value.
func (r *Reader) Bool() bool {
	b := r.Byte()
	if b > 1 {
		r.at--
		r.Fail("%d is no truth value", b)
	}
	return b == 1
}

// Uint reads a number.
func (r *Reader) Uint() uint64 {
	if r.at < len(r.data) {
		if b := r.data[r.at]; b < 0x80 {
			r.at++
			return uint64(b)
		}
	}
	x, n := binary.Uvarint(r.data[r.at:])
	switch {
	case n == 0:
		r.at = len(r.data)
		r.Fail("the data ends within a number")
		return 0
	case n < 0:
		r.Fail("a number has more than 64 bits")
		return 0
	case r.data[r.at+n-1] == 0:
		r.Fail("a number is longer than it needs to be")
		return 0
	}
	r.at += n
	return x
}

// Int reads a number that may be negative.
func (r *Reader) Int() int64 {
	x := r.Uint()
	return int64(x>>1) ^ -int64(x&1)
}

// Below reads a number that must be less than limit; what says of what it is.
func (r *Reader) Below(limit uint64, what string) uint64 {
	at := r.at
	x := r.Uint()
	if x >= limit && r.err == nil {
		r.at = at
		r.Fail("%s %d: there are %d", what, x, limit)
		return 0
	}
	return x
}

// Count reads how many values follow, each of which takes a byte at least, so that
// whoever makes room for as many makes no more than there is reason to.
func (r *Reader) Count(what string) int {
	at := r.at
	x := r.Uint()
	if left := r.Left(); x > uint64(left) && r.err == nil {
		r.at = at
		r.Fail("%d %s do not fit into the %d bytes that are left", x, what, left)
		return 0
	}
	return int(x)
}

// Fixed reads 64 bits.
func (r *Reader) Fixed() uint64 {
	if r.Left() < 8 {
		r.Fail("the data ends within a number")
		return 0
	}
	r.at += 8
	return binary.LittleEndian.Uint64(r.data[r.at-8:])
}

// Float reads a number of IEEE 754.
func (r *Reader) Float() float64 { return math.Float64frombits(r.Fixed()) }

// Bytes reads what Text wrote, as a part of the data.
func (r *Reader) Bytes() []byte {
	n := r.Count("bytes of a text")
	r.at += n
	return r.data[r.at-n : r.at]
}

// Word reads a text that is no name: Rename leaves it alone.
func (r *Reader) Word() string { return string(r.Bytes()) }

// Text reads a text.
func (r *Reader) Text() string {
	s := r.Word()
	if r.Rename != nil && r.err == nil {
		s = r.Rename(s)
	}
	return s
}

// OptionalText reads a text, or nil if there is none.
func (r *Reader) OptionalText() *string {
	if !r.Bool() {
		return nil
	}
	s := r.Text()
	return &s
}
