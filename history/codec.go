package history

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
)

// A brackets value is how the short form writes a list: what is around it and
// what is between two of its elements.
type brackets struct{ open, sep, end string }

var (
	square = brackets{"[", ",", "]"}
	lines  = brackets{"[", "; ", "]"}
)

// listOf reads and writes a list of what c does. A list that was read is never
// nil.
func listOf[T any](c codec[T], b brackets) codec[[]T] {
	return codec[[]T]{
		readJSON: func(n node) ([]T, error) {
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

// mapOf reads and writes a map from names to what c does, in the order of the
// names. The short form has tie between a name and its value.
func mapOf[T any](c codec[T], tie string) codec[map[string]T] {
	return codec[map[string]T]{
		readJSON: func(n node) (map[string]T, error) {
			o := n.object()
			m := make(map[string]T, len(o.members))
			for _, each := range o.members {
				m[each.name] = must(o, each.name, c.readJSON)
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

var text = codec[string]{
	readJSON:   node.str,
	writeJSON:  func(v string) any { return v },
	readShort:  (*scanner).name,
	writeShort: (*printer).name,
}

// oneOf is text out of a fixed vocabulary.
func oneOf(words ...string) codec[string] {
	c := text
	c.readJSON = func(n node) (string, error) {
		v, err := n.str()
		if err == nil && !slices.Contains(words, v) {
			err = fieldErrorf(n.path, "unknown value %q", v)
		}
		return v, err
	}
	c.readShort = func(s *scanner) (string, error) {
		v, err := s.name()
		if err == nil && !slices.Contains(words, v) {
			err = s.errorf("unknown value %q", v)
		}
		return v, err
	}
	return c
}

// namesOf is a list of what c reads, that the short form writes without brackets.
func namesOf(c codec[string]) codec[[]string] {
	list := listOf(c, square)
	list.readShort = func(s *scanner) ([]string, error) {
		names := []string{}
		if !s.atName() {
			return names, nil
		}
		for {
			name, err := c.readShort(s)
			if err != nil {
				return nil, err
			}
			names = append(names, name)
			if !s.accept(",") {
				return names, nil
			}
		}
	}
	list.writeShort = func(p *printer, names []string) {
		p.list("", ",", "", len(names), func(i int) { p.name(names[i]) })
	}
	return list
}

var names = namesOf(text)

var truth = codec[bool]{
	readJSON:  node.boolean,
	writeJSON: func(v bool) any { return v },
	readShort: func(s *scanner) (bool, error) {
		switch {
		case s.accept("true"):
			return true, nil
		case s.accept("false"):
			return false, nil
		}
		return false, s.errorf("want true or false")
	},
	writeShort: func(p *printer, v bool) { p.WriteString(strconv.FormatBool(v)) },
}

// falsehood is a boolean whose JSON says the opposite.
var falsehood = codec[bool]{
	readJSON:   func(n node) (bool, error) { v, err := n.boolean(); return !v, err },
	writeJSON:  func(v bool) any { return !v },
	readShort:  truth.readShort,
	writeShort: truth.writeShort,
}

// float is a finite number.
var float = codec[float64]{
	readJSON: func(n node) (float64, error) {
		literal, err := n.number()
		if err != nil {
			return 0, err
		}
		v, err := strconv.ParseFloat(literal, 64)
		if err != nil {
			return 0, fieldErrorf(n.path, "number %s is out of range", literal)
		}
		return v, nil
	},
	writeJSON: func(v float64) any { return json.Number(formatFloat(v)) },
	readShort: func(s *scanner) (float64, error) {
		literal, err := s.number()
		if err != nil {
			return 0, err
		}
		v, err := strconv.ParseFloat(literal, 64)
		if err != nil || math.IsInf(v, 0) {
			return 0, s.errorf("%q is no finite number", literal)
		}
		return v, nil
	},
	writeShort: func(p *printer, v float64) { p.WriteString(formatFloat(v)) },
}

func formatFloat(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// whole is a number without a fraction.
var whole = codec[int]{
	readJSON: func(n node) (int, error) {
		literal, err := n.number()
		if err != nil {
			return 0, err
		}
		v, err := strconv.Atoi(literal)
		if err != nil {
			return 0, fieldErrorf(n.path, "want a whole number, got %s", literal)
		}
		return v, nil
	},
	writeJSON: func(v int) any { return v },
	readShort: func(s *scanner) (int, error) {
		literal, err := s.number()
		if err != nil {
			return 0, err
		}
		v, err := strconv.Atoi(literal)
		if err != nil {
			return 0, s.errorf("want a whole number, got %q", literal)
		}
		return v, nil
	},
	writeShort: func(p *printer, v int) { p.WriteString(strconv.Itoa(v)) },
}

func sortedNames[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
