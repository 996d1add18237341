package history

// A codec reads and writes the values of one type, in both forms. Types that only
// answers have lack the functions for the short form.
type codec[T any] struct {
	readJSON   func(n jsonValue) (T, error)
	writeJSON  func(v T) any
	readShort  func(s *scanner) (T, error)
	writeShort func(p *printer, v T)
}

// pointer is the codec of a value that may be absent, which nil stands for.
func pointer[T any](c codec[T]) codec[*T] {
	return codec[*T]{
		readJSON:   func(n jsonValue) (*T, error) { v, err := c.readJSON(n); return &v, err },
		writeJSON:  func(v *T) any { return c.writeJSON(*v) },
		readShort:  func(s *scanner) (*T, error) { v, err := c.readShort(s); return &v, err },
		writeShort: func(p *printer, v *T) { c.writeShort(p, *v) },
	}
}
