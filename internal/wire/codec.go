package wire

import "iter"

// Codec writes values, or reads them: a type says once what its bytes are, for both ways, in a
// method Persist(c *Codec). What is read is checked where Reads says that it was read. After the
// first fault it is zeros, as of Reader: whoever is given the value must be rid of it.
type Codec struct {
	w       *Writer // nil if it reads
	r       *Reader
	digests bool
	record  func()
}

// NewEncoder returns a codec that writes to w, and calls record before each record.
func NewEncoder(w *Writer, record func()) *Codec { return &Codec{w: w, record: record} }

// NewDigester returns a codec that writes to w what is to be hashed.
func NewDigester(w *Writer) *Codec { return &Codec{w: w, digests: true} }

// NewDecoder returns a codec that reads from r, and calls record before each record.
func NewDecoder(r *Reader, record func()) *Codec { return &Codec{r: r, record: record} }

// Reads reports whether values are read.
func (c *Codec) Reads() bool { return c.r != nil }

// Digests reports whether what is written is to be hashed, and will not be read: then what means nothing
// to whoever compares two states is left out.
func (c *Codec) Digests() bool { return c.digests }

// Failed reports whether there was a fault in what was read.
func (c *Codec) Failed() bool { return c.r != nil && c.r.err != nil }

// Fail notes a fault in what was read, unless there was one before.
func (c *Codec) Fail(format string, args ...any) { c.r.Fail(format, args...) }

// Record begins a record: a part of a byte at least, between two of which bytes may be taken apart.
func (c *Codec) Record() {
	if c.record != nil {
		c.record()
	}
}

// Byte is of one byte.
func (c *Codec) Byte(x *byte) {
	if c.Reads() {
		*x = c.r.Byte()
	} else {
		c.w.Byte(*x)
	}
}

// Bool is of a truth value.
func (c *Codec) Bool(x *bool) {
	if c.Reads() {
		*x = c.r.Bool()
	} else {
		c.w.Bool(*x)
	}
}

// Has says whether there is something that follows: is to one that writes, and what it returns.
func (c *Codec) Has(is bool) bool {
	c.Bool(&is)
	return is
}

// Flags is of few truth values in one number.
func (c *Codec) Flags(what string, list ...*bool) {
	bits := uint64(0)
	for i, x := range list {
		if !c.Reads() && *x {
			bits |= 1 << i
		}
	}
	Below(c, &bits, 1<<len(list), what)
	for i, x := range list {
		if c.Reads() {
			*x = bits>>i&1 != 0
		}
	}
}

// Float is of a number of IEEE 754.
func (c *Codec) Float(x *float64) {
	if c.Reads() {
		*x = c.r.Float()
	} else {
		c.w.Float(*x)
	}
}

// Fixed is of 64 bits.
func (c *Codec) Fixed(x *uint64) {
	if c.Reads() {
		*x = c.r.Fixed()
	} else {
		c.w.Fixed(*x)
	}
}

// Text is of a text that is a name (Reader.Rename).
func (c *Codec) Text(x *string) {
	if c.Reads() {
		*x = c.r.Text()
	} else {
		c.w.Text(*x)
	}
}

// OptionalText is of a text, or of none.
func (c *Codec) OptionalText(x **string) {
	if c.Reads() {
		*x = c.r.OptionalText()
	} else {
		c.w.OptionalText(*x)
	}
}

// Word is of a text that is no name.
func Word[S ~string](c *Codec, x *S) {
	if c.Reads() {
		*x = S(c.r.Word())
	} else {
		c.w.Text(string(*x))
	}
}

type unsigned interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64
}

type signed interface{ ~int | ~int32 | ~int64 }

// Uint is of a number, which must be one of its type.
func Uint[T unsigned](c *Codec, x *T) {
	if !c.Reads() {
		c.w.Uint(uint64(*x))
		return
	}
	n := c.r.Uint()
	*x = T(n)
	if uint64(*x) != n {
		c.Fail("number %d is too large", n)
	}
}

// Int is of a number that may be negative.
func Int[T signed](c *Codec, x *T) {
	if !c.Reads() {
		c.w.Int(int64(*x))
		return
	}
	n := c.r.Int()
	*x = T(n)
	if int64(*x) != n {
		c.Fail("number %d is too large", n)
	}
}

// Below is of a number that is not negative and less than limit; what says of what it is.
func Below[T unsigned | signed](c *Codec, x *T, limit uint64, what string) {
	if c.Reads() {
		*x = T(c.r.Below(limit, what))
	} else {
		c.w.Uint(uint64(*x))
	}
}

// Count says how many values follow, of which each has a byte at least: n to one that writes, and
// what it returns.
func (c *Codec) Count(n int, what string) int {
	if c.Reads() {
		return c.r.Count(what)
	}
	c.w.Uint(uint64(n))
	return n
}

// Each ranges over so many values, each of which has a byte at least: n to one that writes, and as
// many as there were to one that reads, up to the first fault.
func (c *Codec) Each(n int, what string) iter.Seq[int] {
	return func(yield func(int) bool) {
		n := c.Count(n, what)
		for i := 0; i < n && !c.Failed() && yield(i); i++ {
		}
	}
}

// Records is Each of records.
func (c *Codec) Records(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		left := uint64(n)
		Uint(c, &left)
		for i := 0; uint64(i) < left && !c.Failed(); i++ {
			c.Record()
			if c.Failed() || !yield(i) {
				return
			}
		}
	}
}

// List is of a list; each is of an element, which is zero before it is read.
func List[T any](c *Codec, list *[]T, what string, each func(x *T)) {
	if c.Reads() {
		*list = nil
	}
	for i := range c.Each(len(*list), what) {
		if c.Reads() {
			*list = append(*list, *new(T))
		}
		each(&(*list)[i])
	}
}

// Ascending is of numbers below limit, each above the one before. It returns what was read.
func Ascending[T unsigned](c *Codec, list []T, limit uint64, what string) []T {
	next := uint64(0)
	for i := range c.Each(len(list), what) {
		gap := uint64(0)
		if !c.Reads() {
			gap = uint64(list[i]) - next
		}
		Uint(c, &gap)
		n := next + gap
		if c.Reads() {
			if n < next || n >= limit {
				c.Fail("%d of %s: there are %d", n, what, limit)
				return nil
			}
			list = append(list, T(n))
		}
		next = n + 1
	}
	return list
}
