package history

import (
	"maps"
	"slices"
)

// brackets say how the short form writes a list: what stands around it and what
// stands between two of its elements.
type brackets struct{ open, sep, end string }

var (
	square = brackets{"[", ",", "]"}
	lines  = brackets{"[", "; ", "]"}
)

// listOf is the codec of lists whose elements have the codec c. A list that was
// read is never nil.
func listOf[T any](c codec[T], b brackets) codec[[]T] {
	return codec[[]T]{
		readJSON: func(n jsonValue) ([]T, error) {
			items, err := n.array()
			if err != nil {
				return nil, err
			}
			list := make([]T, len(items))
			for i, item := range items {
				if list[i], err = c.readJSON(item); err != nil {
					return nil, err
				}
			}
			return list, nil
		},
		writeJSON: func(list []T) any {
			out := make([]any, len(list))
			for i, v := range list {
				out[i] = c.writeJSON(v)
			}
			return out
		},
		readShort: func(s *scanner) ([]T, error) {
			list := []T{}
			err := s.list(b.open, trimmed(b.sep), b.end, func() error {
				v, err := c.readShort(s)
				list = append(list, v)
				return err
			})
			return list, err
		},
		writeShort: func(p *printer, list []T) {
			p.list(b.open, b.sep, b.end, len(list), func(i int) { c.writeShort(p, list[i]) })
		},
	}
}

func trimmed(sep string) string { return sep[:1] }

// mapOf is the codec of maps from names to values that have the codec c. They are
// written in the order of the names. In the short form, tie stands between a name
// and its value.
func mapOf[T any](c codec[T], tie string) codec[map[string]T] {
	return codec[map[string]T]{
		readJSON: func(n jsonValue) (map[string]T, error) {
			o := n.object()
			m := make(map[string]T, len(o.members))
			for _, each := range o.members {
				m[each.name] = required(o, each.name, c.readJSON)
			}
			return m, o.done()
		},
		writeJSON: func(m map[string]T) any {
			out := make(map[string]any, len(m))
			for name, v := range m {
				out[name] = c.writeJSON(v)
			}
			return out
		},
		readShort: func(s *scanner) (map[string]T, error) {
			m := map[string]T{}
			return m, s.list("{", ",", "}", func() error {
				name, err := s.name()
				if err != nil {
					return err
				}
				if _, twice := m[name]; twice {
					return s.errorf("%q given twice", name)
				}
				if err := s.expect(tie); err != nil {
					return err
				}
				m[name], err = c.readShort(s)
				return err
			})
		},
		writeShort: func(p *printer, m map[string]T) {
			names := sortedNames(m)
			p.list("{", ",", "}", len(names), func(i int) {
				p.name(names[i])
				p.WriteString(tie)
				c.writeShort(p, m[names[i]])
			})
		},
	}
}

func sortedNames[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
