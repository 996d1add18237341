package calls

import (
	"encoding/binary"
	"math"

	"github.com/apportion/apportion/internal/wire"
)

// The values that arguments are made of. Generated code calls the append and read of a value
// by the name of its type; docs/journal.md describes the bytes.

type unsigned interface {
	~uint8 | ~uint32 | ~uint64
}

type signed interface{ ~int | ~int64 }

func appendNumber[T unsigned](b []byte, x *T) []byte { return wire.AppendUint(b, uint64(*x)) }

func readNumber[T unsigned](r *wire.Reader, x *T) {
	n := r.Uint()
	*x = T(n)
	if uint64(*x) != n {
		r.Fail("%d is too large", n)
	}
}

func appendInteger[T signed](b []byte, x *T) []byte { return wire.AppendInt(b, int64(*x)) }

func readInteger[T signed](r *wire.Reader, x *T) { *x = T(r.Int()) }

func appendFloat(b []byte, x *float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(*x))
}

func readFloat(r *wire.Reader, x *float64) { *x = r.Float() }

func appendBool(b []byte, x *bool) []byte {
	if *x {
		return append(b, 1)
	}
	return append(b, 0)
}

func readBool(r *wire.Reader, x *bool) { *x = r.Bool() }

// A text is a name, or was made up by people: it is renamed where a recording is made
// anonymous.
func appendText(b []byte, x *string) []byte { return appendWord(b, x) }

func readText(r *wire.Reader, x *string) { *x = r.Text() }

// A word is a text of a given vocabulary: of a resource, a policy.
func appendWord[T ~string](b []byte, x *T) []byte {
	return append(wire.AppendUint(b, uint64(len(*x))), *x...)
}

func readWord[T ~string](r *wire.Reader, x *T) { *x = T(r.Word()) }

// An option is what x points to, if it points to something.
func appendOption[T any](b []byte, x *T, each func([]byte, *T) []byte) []byte {
	if x == nil {
		return append(b, 0)
	}
	return each(append(b, 1), x)
}

func readOption[T any](r *wire.Reader, x **T, each func(*wire.Reader, *T)) {
	if r.Bool() {
		*x = new(T)
		each(r, *x)
	}
}

// A list is a slice; nil differs from an empty one.
func appendList[T any](b []byte, x []T, each func([]byte, *T) []byte) []byte {
	b = appendLength(b, len(x), x == nil)
	for i := range x {
		b = each(b, &x[i])
	}
	return b
}

func readList[T any](r *wire.Reader, x *[]T, each func(*wire.Reader, *T)) {
	n := r.Count("values") - 1
	if n >= 0 {
		*x = []T{}
	}
	for range n {
		var one T
		each(r, &one)
		if r.Err() != nil {
			return
		}
		*x = append(*x, one)
	}
}

// appendLength appends how many there are plus one, or 0 for none at all.
func appendLength(b []byte, n int, none bool) []byte {
	if none {
		return append(b, 0)
	}
	return wire.AppendUint(b, uint64(n)+1)
}
