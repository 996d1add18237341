package history

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
)

// A source is a value of JSON, or the place where the short form is read.
type source interface {
	str() string
	number() string
	boolean() bool
	errorf(format string, args ...any) *Error
}

// leaf is the codec of values of type T, which are read alike in both forms.
func leaf[T any](read func(from source) T, writeJSON func(T) any, writeShort func(*printer, T)) codec {
	at := func(v reflect.Value) *T { return v.Addr().Interface().(*T) }
	return codec{
		readJSON:   func(n jsonValue, v reflect.Value) { *at(v) = read(n) },
		writeJSON:  func(v reflect.Value) any { return writeJSON(*at(v)) },
		readShort:  func(s *scanner, v reflect.Value) { *at(v) = read(s) },
		writeShort: func(p *printer, v reflect.Value) { writeShort(p, *at(v)) },
	}
}

// readNumber reads numbers. jsonFault and shortFault are what is said of a number that cannot be
// parsed, in JSON and in the short form. If there are none, the fault is what parse says.
func readNumber[T any](parse func(string) (T, error), jsonFault, shortFault string) func(from source) T {
	return func(from source) T {
		literal := from.number()
		v, err := parse(literal)
		_, short := from.(*scanner)
		switch {
		case err == nil:
			return v
		case jsonFault == "":
			panic(from.errorf("%s", err.Error()))
		case short:
			panic(from.errorf(shortFault, literal))
		}
		panic(from.errorf(jsonFault, literal))
	}
}

// number is the codec of numbers that read reads and format writes.
func number[T any](read func(from source) T, format func(T) string) codec {
	return leaf(read, func(v T) any { return json.Number(format(v)) }, func(p *printer, v T) { p.WriteString(format(v)) })
}

func whole[T any](parse func(string) (T, error), format func(T) string) codec {
	return number(readNumber(parse, "want a whole number, got %s", "want a whole number, got %q"), format)
}

var readFloat = readNumber(parseFloat, "number %s is out of range", "%q is no finite number")

func parseFloat(s string) (float64, error) { return strconv.ParseFloat(s, 64) }

func parseUint(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) }

func formatUint(v uint64) string { return strconv.FormatUint(v, 10) }

// formatFloat writes a number as people do, and one that is very large or small with an exponent.
func formatFloat(v float64) string {
	if size := math.Abs(v); size != 0 && (size < 1e-6 || size >= 1e15) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// word reads text, one of these words if there are any.
func word(words []string) func(from source) string {
	return func(from source) string {
		v := from.str()
		if len(words) > 0 && !slices.Contains(words, v) {
			panic(from.errorf("unknown value %q", v))
		}
		return v
	}
}

// scalarCodec is the codec of text, truth and numbers.
func scalarCodec(t reflect.Type, words []string) codec {
	switch kind := t.Kind(); kind {
	case reflect.String:
		return leaf(word(words), func(v string) any { return v }, (*printer).name)
	case reflect.Float64:
		return number(readFloat, formatFloat)
	case reflect.Int:
		return whole(strconv.Atoi, strconv.Itoa)
	case reflect.Int64:
		return whole(func(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) }, func(v int64) string { return strconv.FormatInt(v, 10) })
	case reflect.Uint64:
		return whole(parseUint, formatUint)
	}
	if len(words) > 0 {
		return oneOfTwo(words)
	}
	return leaf(source.boolean, func(v bool) any { return v }, func(p *printer, v bool) { p.WriteString(strconv.FormatBool(v)) })
}

// oneOfTwo is the codec of booleans for which JSON has words: the first for false.
func oneOfTwo(words []string) codec {
	read := word(words)
	return leaf(
		func(from source) bool { return read(from) != words[0] },
		func(v bool) any { return words[map[bool]int{true: 1}[v]] }, nil)
}
