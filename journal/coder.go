package journal

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/wire"
)

// coder writes values, or reads them if it has a reader: what is written and what is
// read is said once for each kind of value.
type coder struct {
	w wire.Writer
	r *wire.Reader

	now     core.Time // the time that a call that was read names
	hasTime bool

	named func(from, to int, name string) // is told where in the content a name was read
}

type unsigned interface {
	~uint8 | ~uint32 | ~uint64
}

type signed interface{ ~int | ~int64 }

func number[T unsigned](c *coder, p *T) {
	if c.r == nil {
		c.w.Uint(uint64(*p))
	} else if x := c.r.Uint(); uint64(T(x)) == x {
		*p = T(x)
	} else {
		c.r.Fail("%d is too large", x)
	}
}

func integer[T signed](c *coder, p *T) {
	if c.r == nil {
		c.w.Int(int64(*p))
	} else {
		*p = T(c.r.Int())
	}
}

func (c *coder) time(p *core.Time) {
	integer(c, p)
	if c.r != nil {
		c.now, c.hasTime = *p, true
	}
}

func (c *coder) float(p *float64) {
	if c.r == nil {
		c.w.Float(*p)
	} else {
		*p = c.r.Float()
	}
}

func (c *coder) bool(p *bool) {
	if c.r == nil {
		c.w.Bool(*p)
	} else {
		*p = c.r.Bool()
	}
}

// text is a name, or a text that people made up.
func text[T ~string](c *coder, p *T) {
	from := 0
	if c.r != nil {
		from = int(c.r.Offset())
	}
	if word(c, p); c.named != nil && c.r.Err() == nil {
		c.named(from, int(c.r.Offset()), string(*p))
	}
}

// word is a text of a given vocabulary: of a resource, a policy.
func word[T ~string](c *coder, p *T) {
	if c.r == nil {
		c.w.Text(string(*p))
	} else {
		*p = T(c.r.Text())
	}
}

// optional is what p points to, if it points to something.
func optional[T any](c *coder, p **T, each func(*coder, *T)) {
	there := *p != nil
	if c.bool(&there); !there {
		return
	}
	if c.r != nil {
		*p = new(T)
	}
	each(c, *p)
}

// list is a slice; nil differs from an empty one.
func list[T any](c *coder, p *[]T, each func(*coder, *T)) {
	n := c.length(len(*p), *p == nil)
	if c.r == nil {
		for i := range *p {
			each(c, &(*p)[i])
		}
		return
	}
	if n >= 0 {
		*p = []T{}
	}
	for range n {
		var x T
		if each(c, &x); c.r.Err() != nil {
			return
		}
		*p = append(*p, x)
	}
}

// length is that of a list, or -1 for nil.
func (c *coder) length(n int, none bool) int {
	if c.r != nil {
		return c.r.Count("values") - 1
	}
	if none {
		n = -1
	}
	c.w.Uint(uint64(n + 1))
	return n
}

// resources is a list of them, which most calls have.
func (c *coder) resources(p *[]core.Resource) {
	if c.r == nil {
		c.w.Buf = packResources(c.w.Buf, *p)
		return
	}
	n := c.length(0, false)
	if n >= 0 {
		*p = make([]core.Resource, 0, min(n, c.r.Left()/4)) // each has four bytes at least
	}
	for range n {
		x := core.Resource{}
		number(c, &x.Kind)
		integer(c, &x.Amount)
		number(c, &x.Begin)
		number(c, &x.End)
		*p = append(*p, x)
	}
}
