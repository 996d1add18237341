// Package jsontext writes JSON that is well formed by construction.
package jsontext

import "unicode/utf8"

// Writer writes JSON that is known to be well formed by construction.
// encoding/json would want a tree of maps built first.
type Writer struct {
	Buf   []byte
	comma bool // the next member or element follows another
}

// Open begins an object or an array.
func (w *Writer) Open(c byte) {
	w.Buf = append(w.Buf, c)
	w.comma = false
}

// Close ends what Open began.
func (w *Writer) Close(c byte) {
	w.Buf = append(w.Buf, c)
	w.comma = true
}

// Objects writes an array of objects, of which members writes the members.
func Objects[T any](w *Writer, list []T, members func(*T)) {
	w.Open('[')
	for i := range list {
		w.Element().Open('{')
		members(&list[i])
		w.Close('}')
	}
	w.Close(']')
}

// Element goes before an element of an array.
func (w *Writer) Element() *Writer {
	if w.comma {
		w.Buf = append(w.Buf, ',')
	}
	w.comma = true
	return w
}

// Key writes the name of an object's member.
func (w *Writer) Key(name string) *Writer {
	w.Element().Text(name)
	w.Buf = append(w.Buf, ':')
	return w
}

// Raw writes a value as it is.
func (w *Writer) Raw(s string) { w.Buf = append(w.Buf, s...) }

// Text writes a string; what is not UTF-8 becomes the replacement character.
func (w *Writer) Text(s string) {
	w.Buf = append(w.Buf, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			w.Buf = append(w.Buf, '\\', byte(r))
		case r < 0x20:
			const hex = "0123456789abcdef"
			w.Buf = append(w.Buf, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			w.Buf = utf8.AppendRune(w.Buf, r)
		}
	}
	w.Buf = append(w.Buf, '"')
}
