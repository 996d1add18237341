package history

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
)

var text = codec[string]{
	readJSON:   jsonValue.str,
	writeJSON:  func(v string) any { return v },
	readShort:  (*scanner).name,
	writeShort: (*printer).name,
}

// oneOf is the codec of text that is one of these words.
func oneOf(words ...string) codec[string] {
	c := text
	c.readJSON = func(n jsonValue) (string, error) {
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

// namesOf is the codec of lists whose elements have the codec c. The short form
// writes them without brackets.
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

var boolean = codec[bool]{
	readJSON:  jsonValue.boolean,
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

// negated is the codec of a boolean whose JSON says the opposite.
var negated = codec[bool]{
	readJSON:   func(n jsonValue) (bool, error) { v, err := n.boolean(); return !v, err },
	writeJSON:  func(v bool) any { return !v },
	readShort:  boolean.readShort,
	writeShort: boolean.writeShort,
}

// float is the codec of finite numbers.
var float = codec[float64]{
	readJSON: func(n jsonValue) (float64, error) {
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

// whole, natural and integer are the codecs of numbers without a fraction.
var (
	whole   = wholeOf(strconv.Atoi, strconv.Itoa)
	natural = wholeOf(func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) }, func(v uint64) string { return strconv.FormatUint(v, 10) })
	integer = wholeOf(func(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) }, func(v int64) string { return strconv.FormatInt(v, 10) })
)

func wholeOf[T any](parse func(string) (T, error), format func(T) string) codec[T] {
	return codec[T]{
		readJSON: func(n jsonValue) (v T, err error) {
			literal, err := n.number()
			if err != nil {
				return v, err
			}
			if v, err = parse(literal); err != nil {
				return v, fieldErrorf(n.path, "want a whole number, got %s", literal)
			}
			return v, nil
		},
		writeJSON: func(v T) any { return json.Number(format(v)) },
		readShort: func(s *scanner) (v T, err error) {
			literal, err := s.number()
			if err != nil {
				return v, err
			}
			if v, err = parse(literal); err != nil {
				return v, s.errorf("want a whole number, got %q", literal)
			}
			return v, nil
		},
		writeShort: func(p *printer, v T) { p.WriteString(format(v)) },
	}
}
