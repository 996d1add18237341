package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
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
func parseJSON(line []byte) (jsonValue, error) {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	n, err := readJSONValue(dec, "", 0)
	if err != nil {
		return jsonValue{}, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return jsonValue{}, fieldErrorf("", "more than one JSON value on the line")
	}
	return n, nil
}

func readJSONValue(dec *json.Decoder, path string, depth int) (jsonValue, error) {
	if depth > maxDepth {
		return jsonValue{}, fieldErrorf(path, "nested more than %d deep", maxDepth)
	}
	token, err := dec.Token()
	if err != nil {
		return jsonValue{}, fieldErrorf(path, "not JSON: %v", err)
	}
	n := jsonValue{path: path}
	switch t := token.(type) {
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
			return n, n.readItems(dec, depth)
		}
		n.kind = jsonObject
		return n, n.readMembers(dec, depth)
	}
	return n, nil
}

func (n *jsonValue) readItems(dec *json.Decoder, depth int) error {
	for dec.More() {
		item, err := readJSONValue(dec, fmt.Sprintf("%s[%d]", n.path, len(n.items)), depth+1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	return n.readEnd(dec)
}

func (n *jsonValue) readMembers(dec *json.Decoder, depth int) error {
	seen := map[string]bool{}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return fieldErrorf(n.path, "not JSON: %v", err)
		}
		name := token.(string) // the decoder accepts nothing else in this place
		path := join(n.path, name)
		if seen[name] {
			return fieldErrorf(path, "given twice")
		}
		seen[name] = true
		value, err := readJSONValue(dec, path, depth+1)
		if err != nil {
			return err
		}
		n.members = append(n.members, member{name, value})
	}
	return n.readEnd(dec)
}

func (n *jsonValue) readEnd(dec *json.Decoder) error {
	if _, err := dec.Token(); err != nil {
		return fieldErrorf(n.path, "not JSON: %v", err)
	}
	return nil
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (n jsonValue) errorf(format string, args ...any) error {
	return fieldErrorf(n.path, format, args...)
}

func (n jsonValue) want(kind jsonKind) error {
	if n.kind != kind {
		return n.errorf("want %v, got %v", kind, n.kind)
	}
	return nil
}

func (n jsonValue) str() (string, error)        { return n.text, n.want(jsonString) }
func (n jsonValue) boolean() (bool, error)      { return n.truth, n.want(jsonBool) }
func (n jsonValue) number() (string, error)     { return n.text, n.want(jsonNumber) }
func (n jsonValue) array() ([]jsonValue, error) { return n.items, n.want(jsonArray) }

// An objectReader hands out the members of an object. It keeps the first error, so
// that a message can be read field by field and the error looked at once, in done.
// It also keeps which members were asked for, so that an unknown one is an error.
type objectReader struct {
	jsonValue
	taken []bool
	err   error
}

func (n jsonValue) object() *objectReader {
	return &objectReader{jsonValue: n, taken: make([]bool, len(n.members)), err: n.want(jsonObject)}
}

func (o *objectReader) take(name string) (jsonValue, bool) {
	for i, m := range o.members {
		if m.name == name {
			o.taken[i] = true
			return m.value, true
		}
	}
	return jsonValue{}, false
}

// fail keeps the first error.
func (o *objectReader) fail(err error) {
	if o.err == nil {
		o.err = err
	}
}

// done is the first error, or that there is a member that was never asked for.
func (o *objectReader) done() error {
	for i, m := range o.members {
		if !o.taken[i] {
			o.fail(fieldErrorf(m.value.path, "unknown field"))
		}
	}
	return o.err
}

// required reads a member that has to be there.
func (o *objectReader) required(name string, v reflect.Value, c codec) {
	if n, ok := o.take(name); ok {
		o.fail(c.readJSON(n, v))
	} else {
		o.fail(fieldErrorf(join(o.path, name), "missing"))
	}
}

// optional reads a member that may be absent.
func (o *objectReader) optional(name string, v reflect.Value, c codec) (ok bool) {
	n, ok := o.take(name)
	if ok {
		o.fail(c.readJSON(n, v))
	}
	return ok
}
