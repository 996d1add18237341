package history

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
)

// ownCodec is the codec of a type that has a special one, or the special codec that a tag names.
func ownCodec(t reflect.Type, as string) (c codec, ok bool) {
	switch t {
	case reflect.TypeFor[Quantities]():
		return mapCodec(t, `as:"threshold"`), true
	case reflect.TypeFor[[]Resource]():
		c = listCodec(t, `in:"[ ]"`)
		if as == "words" {
			c.readShort, c.writeShort = resourceWords.readShort, resourceWords.writeShort
		}
		return c, true
	case reflect.TypeFor[ValueType]():
		return valueType, true
	}
	switch as {
	case "threshold":
		c = threshold
	case "amount":
		c = amount
	case "mark":
		c = mark
	case "digits":
		c = digits
	case "rank":
		c = rank
	case "not":
		c = negated
	}
	return c, c.writeJSON != nil && t.Kind() != reflect.Map
}

// negated is the codec of a boolean whose JSON says the opposite.
var negated = leaf(
	func(from source) bool { return !from.boolean() }, func(v bool) any { return !v }, nil)

// mark is the codec of a boolean for which JSON has a message without fields.
var mark = leaf(
	func(from source) bool { from.(jsonValue).object().done(); return true }, func(bool) any { return map[string]any{} }, nil)

var valueType = leaf(
	func(from source) ValueType { return ValueType(slices.Index(valueTypes, word(valueTypes)(from))) },
	func(v ValueType) any { return valueTypes[v] }, nil)

// digits is the codec of whole numbers between which the short form has a minus.
var digits = leaf(
	func(from source) uint64 {
		if s, short := from.(*scanner); short {
			return s.digits()
		}
		return readNumber(parseUint, "want an unsigned whole number, got %s", "")(from)
	},
	func(v uint64) any { return v }, func(p *printer, v uint64) { p.WriteString(formatUint(v)) })

// rank is the codec of numbers that may be infinite. JSON has text for those.
var rank = leaf(
	func(from source) float64 {
		s, _ := from.(*scanner)
		n, _ := from.(jsonValue)
		for _, word := range []string{"inf", "-inf"} {
			if s != nil && s.accept(word) || n.text == word && n.kind == jsonString {
				v, _ := parseFloat(word)
				return v
			}
		}
		if n.kind == jsonString {
			panic(n.errorf("unknown value %q", n.text))
		}
		return readFloat(from)
	},
	func(v float64) any {
		if math.IsInf(v, 0) {
			return formatRank(v)
		}
		return json.Number(formatFloat(v))
	},
	func(p *printer, v float64) { p.WriteString(formatRank(v)) })

// formatRank writes +Inf as inf.
func formatRank(v float64) string { return strings.ToLower(strings.TrimPrefix(formatFloat(v), "+")) }
