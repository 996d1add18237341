package wire

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Writer appends values to Buf. The zero value is ready.
type Writer struct{ Buf []byte }

// Byte writes one byte.
func (w *Writer) Byte(b byte) { w.Buf = append(w.Buf, b) }

// Bool writes a truth value: a byte that is 0 or 1.
func (w *Writer) Bool(v bool) {
	if v {
		w.Byte(1)
	} else {
		w.Byte(0)
	}
}

// Uint writes a number in groups of seven bits, the lowest first, each in a byte
// whose highest bit says that another follows (LEB128).
func (w *Writer) Uint(x uint64) { w.Buf = AppendUint(w.Buf, x) }

// Int writes a number that may be negative as Uint(2x), or Uint(-2x-1).
func (w *Writer) Int(x int64) { w.Buf = AppendInt(w.Buf, x) }

// AppendUint appends what Uint writes.
func AppendUint(b []byte, x uint64) []byte {
	if x < 0x80 {
		return append(b, byte(x))
	}
	return appendLong(b, x)
}

// AppendInt appends what Int writes.
func AppendInt(b []byte, x int64) []byte { return AppendUint(b, uint64(x)<<1^uint64(x>>63)) }

// appendLong appends a number of two bytes or more. Its groups are moved apart all at
// once, in three steps that halve what stays together, instead of one by one.
func appendLong(b []byte, x uint64) []byte {
	const more = 0x8080_8080_8080_8080
	y := x&0x0000_0000_0fff_ffff | x&0x00ff_ffff_f000_0000<<4
	y = y&0x0000_3fff_0000_3fff | y&0x0fff_c000_0fff_c000<<2
	y = y&0x007f_007f_007f_007f | y&0x3f80_3f80_3f80_3f80<<1
	if x >= 1<<56 { // as handles are
		return binary.AppendUvarint(binary.LittleEndian.AppendUint64(b, y|more), x>>56)
	}
	size := (bits.Len64(x) + 6) / 7
	return binary.LittleEndian.AppendUint64(b, y|more&(1<<(8*size-8)-1))[:len(b)+size]
}

// Fixed writes 64 bits, the lowest byte first.
func (w *Writer) Fixed(x uint64) { w.Buf = binary.LittleEndian.AppendUint64(w.Buf, x) }

// Float writes a number as the 64 bits of IEEE 754.
func (w *Writer) Float(x float64) { w.Fixed(math.Float64bits(x)) }

// Text writes a text: its length in bytes, and these.
func (w *Writer) Text(s string) {
	w.Uint(uint64(len(s)))
	w.Buf = append(w.Buf, s...)
}

// OptionalText writes whether there is a text, and the text if there is.
func (w *Writer) OptionalText(s *string) {
	w.Bool(s != nil)
	if s != nil {
		w.Text(*s)
	}
}
