package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
)

// maxDepth bounds how deeply the JSON of a line is nested. A label of a
// reservation of a conversion is the deepest that any operation has.
const maxDepth = 32

type jsonKind uint8

const (
	jsonNull jsonKind = iota
	jsonBool
	jsonNumber
	jsonString
	jsonArray
	jsonObject
)

func (k jsonKind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// A jsonValue is a JSON value that knows where it stands in its line. Unlike a
// decoded Go value it keeps the order of an object's members, so that duplicates
// can be told and errors are always the same.
type jsonValue struct {
	path    string
	kind    jsonKind
	text    string // of a string its value, of a number its literal
	truth   bool
	items   []jsonValue
	members []member
}

type member struct {
	name  string
	value jsonValue
}

// parseJSON reads the one JSON value that line consists of.
func parseJSON(line []byte) jsonValue {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	n := readJSONValue(dec, "", 0)
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		panic(fieldErrorf("", "more than one JSON value on the line"))
	}
	return n
}

func nextToken(dec *json.Decoder, path string) json.Token {
	token, err := dec.Token()
	if err != nil {
		panic(fieldErrorf(path, "not JSON: %v", err))
	}
	return token
}

func readJSONValue(dec *json.Decoder, path string, depth int) jsonValue {
	if depth > maxDepth {
		panic(fieldErrorf(path, "nested more than %d deep", maxDepth))
	}
	n := jsonValue{path: path}
	switch t := nextToken(dec, path).(type) {
	case nil:
		n.kind = jsonNull
	case bool:
		n.kind, n.truth = jsonBool, t
	case json.Number:
		n.kind, n.text = jsonNumber, t.String()
	case string:
		n.kind, n.text = jsonString, t
	case json.Delim:
		if t == '[' {
			n.kind = jsonArray
			n.readItems(dec, depth)
		} else {
			n.kind = jsonObject
			n.readMembers(dec, depth)
		}
		nextToken(dec, path) // the end
	}
	return n
}

func (n *jsonValue) readItems(dec *json.Decoder, depth int) {
	for dec.More() {
		n.items = append(n.items, readJSONValue(dec, fmt.Sprintf("%s[%d]", n.path, len(n.items)), depth+1))
	}
}

func (n *jsonValue) readMembers(dec *json.Decoder, depth int) {
	seen := map[string]bool{}
	for dec.More() {
		name := nextToken(dec, n.path).(string) // the decoder accepts nothing else in this place
		path := join(n.path, name)
		if seen[name] {
			panic(fieldErrorf(path, "given twice"))
		}
		seen[name] = true
		n.members = append(n.members, member{name, readJSONValue(dec, path, depth+1)})
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (n jsonValue) errorf(format string, args ...any) *Error {
	return fieldErrorf(n.path, format, args...)
}

// as is the value, which has to be of this kind.
func (n jsonValue) as(kind jsonKind) jsonValue {
	if n.kind != kind {
		panic(n.errorf("want %v, got %v", kind, n.kind))
	}
	return n
}

func (n jsonValue) str() string        { return n.as(jsonString).text }
func (n jsonValue) boolean() bool      { return n.as(jsonBool).truth }
func (n jsonValue) number() string     { return n.as(jsonNumber).text }
func (n jsonValue) array() []jsonValue { return n.as(jsonArray).items }

// An objectReader hands out the members of an object, and keeps which were asked for, so
// that an unknown one is an error.
type objectReader struct {
	jsonValue
	taken []bool
}

func (n jsonValue) object() *objectReader {
	return &objectReader{n.as(jsonObject), make([]bool, len(n.members))}
}

// done refuses a member that was never asked for.
func (o *objectReader) done() {
	if i := slices.Index(o.taken, false); i >= 0 {
		panic(o.members[i].value.errorf("unknown field"))
	}
}

// required reads a member that has to be there.
func (o *objectReader) required(name string, v reflect.Value, c codec) {
	if !o.optional(name, v, c) {
		panic(fieldErrorf(join(o.path, name), "missing"))
	}
}

// optional reads a member that may be absent.
func (o *objectReader) optional(name string, v reflect.Value, c codec) (ok bool) {
	i := slices.IndexFunc(o.members, func(m member) bool { return m.name == name })
	if i < 0 {
		return false
	}
	o.taken[i] = true
	c.readJSON(o.members[i].value, v)
	return true
}
