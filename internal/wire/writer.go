package wire

import (
	"encoding/binary"
	"math"
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
func (w *Writer) Uint(x uint64) { w.Buf = binary.AppendUvarint(w.Buf, x) }

// Int writes a number that may be negative as Uint(2x), or Uint(-2x-1).
func (w *Writer) Int(x int64) { w.Buf = binary.AppendVarint(w.Buf, x) }

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
