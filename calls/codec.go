package calls

import "github.com/apportion/apportion/internal/wire"

// The values that arguments are made of. Generated code calls the function of a value by its
// type, to write it and to read it; docs/journal.md describes the bytes.

func truth(c *wire.Codec, x *bool) { c.Bool(x) }

func float(c *wire.Codec, x *float64) { c.Float(x) }

// A text is a name, or was written by people: it is renamed when a recording is made anonymous. A
// word of a given vocabulary, such as a resource or a policy, is a wire.Word instead.
func text(c *wire.Codec, x *string) { c.Text(x) }

// option is of what x points to, if it points to something.
func option[T any](c *wire.Codec, x **T, each func(*wire.Codec, *T)) {
	if !c.Has(*x != nil) {
		return
	}
	if c.Reads() {
		*x = new(T)
	}
	each(c, *x)
}

// list is of a slice; nil differs from an empty one.
func list[T any](c *wire.Codec, x *[]T, each func(*wire.Codec, *T)) {
	n := 0 // how many there are plus one, or 0 for none at all
	if *x != nil {
		n = len(*x) + 1
	}
	n = c.Count(n, "values") - 1
	if !c.Reads() {
		for i := range *x {
			each(c, &(*x)[i])
		}
		return
	}
	if n >= 0 {
		*x = []T{}
	}
	for range n {
		var one T
		each(c, &one)
		if c.Failed() {
			return
		}
		*x = append(*x, one)
	}
}
