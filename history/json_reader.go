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
	at      *jsonPlace
	kind    jsonKind
	truth   bool
	text    string // of a string its value, of a number its literal
	items   []jsonValue
	members []member
}

// A jsonPlace is where a value stands: a member of an object, or an item of an array. It is nil for
// the line itself. Only an error puts it into words: names may be long, and values many.
type jsonPlace struct {
	in    *jsonPlace
	name  string // of a member
	index int    // of an item; of a member -1
}

func (p *jsonPlace) path() string {
	switch {
	case p == nil:
		return ""
	case p.index >= 0:
		return fmt.Sprintf("%s[%d]", p.in.path(), p.index)
	}
	return join(p.in.path(), p.name)
}

type member struct {
	name  string
	value jsonValue
}

// parseJSON reads the one JSON value that line consists of.
func parseJSON(line []byte) jsonValue {
	r := jsonReader{Decoder: json.NewDecoder(bytes.NewReader(line))}
	r.UseNumber()
	n := r.value(nil, 0)
	if _, err := r.Token(); !errors.Is(err, io.EOF) {
		panic(fieldErrorf("", "more than one JSON value on the line"))
	}
	return n
}

// A jsonReader reads the values of a line.
type jsonReader struct {
	*json.Decoder
	values int // so far
}

func (r *jsonReader) next(at *jsonPlace) json.Token {
	token, err := r.Token()
	if err != nil {
		panic(fieldErrorf(at.path(), "not JSON: %v", err))
	}
	return token
}

func (r *jsonReader) value(at *jsonPlace, depth int) jsonValue {
	if depth > maxDepth {
		panic(fieldErrorf(at.path(), "nested more than %d deep", maxDepth))
	}
	if r.values++; r.values > mostValues {
		panic(fieldErrorf("", "more than %d JSON values on the line", mostValues))
	}
	n := jsonValue{at: at}
	switch t := r.next(at).(type) {
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
			n.readItems(r, depth)
		} else {
			n.kind = jsonObject
			n.readMembers(r, depth)
		}
		r.next(at) // the end
	}
	return n
}

func (n *jsonValue) readItems(r *jsonReader, depth int) {
	for r.More() {
		n.items = append(n.items, r.value(&jsonPlace{n.at, "", len(n.items)}, depth+1))
	}
}

func (n *jsonValue) readMembers(r *jsonReader, depth int) {
	seen := map[string]bool{}
	for r.More() {
		name := r.next(n.at).(string) // the decoder accepts nothing else in this place
		at := &jsonPlace{n.at, name, -1}
		if seen[name] {
			panic(fieldErrorf(at.path(), "given twice"))
		}
		seen[name] = true
		n.members = append(n.members, member{name, r.value(at, depth+1)})
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (n jsonValue) errorf(format string, args ...any) *Error {
	return fieldErrorf(n.at.path(), format, args...)
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
		panic(fieldErrorf(join(o.at.path(), name), "missing"))
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
