package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxDepth bounds the nesting of a line. The deepest that an operation needs is
// a label of a reservation of a conversion.
const maxDepth = 32

type nodeKind uint8

const (
	nullNode nodeKind = iota
	boolNode
	numberNode
	stringNode
	arrayNode
	objectNode
)

func (k nodeKind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// A node is a JSON value that knows where it stands in its line. Unlike a
// decoded Go value it keeps the order of an object's members, so that duplicates
// can be told and errors are always the same.
type node struct {
	path    string
	kind    nodeKind
	text    string // of a string its value, of a number its literal
	truth   bool
	items   []node
	members []member
}

type member struct {
	name  string
	value node
}

// parseNode reads the one JSON value that line consists of.
func parseNode(line []byte) (node, error) {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	n, err := readNode(dec, "", 0)
	if err != nil {
		return node{}, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return node{}, fieldErrorf("", "more than one JSON value on the line")
	}
	return n, nil
}

func readNode(dec *json.Decoder, path string, depth int) (node, error) {
	if depth > maxDepth {
		return node{}, fieldErrorf(path, "nested more than %d deep", maxDepth)
	}
	token, err := dec.Token()
	if err != nil {
		return node{}, fieldErrorf(path, "not JSON: %v", err)
	}
	n := node{path: path}
	switch t := token.(type) {
	case nil:
		n.kind = nullNode
	case bool:
		n.kind, n.truth = boolNode, t
	case json.Number:
		n.kind, n.text = numberNode, t.String()
	case string:
		n.kind, n.text = stringNode, t
	case json.Delim:
		if t == '[' {
			n.kind = arrayNode
			return n, n.readItems(dec, depth)
		}
		n.kind = objectNode
		return n, n.readMembers(dec, depth)
	}
	return n, nil
}

func (n *node) readItems(dec *json.Decoder, depth int) error {
	for dec.More() {
		item, err := readNode(dec, fmt.Sprintf("%s[%d]", n.path, len(n.items)), depth+1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	return n.readEnd(dec)
}

func (n *node) readMembers(dec *json.Decoder, depth int) error {
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
		value, err := readNode(dec, path, depth+1)
		if err != nil {
			return err
		}
		n.members = append(n.members, member{name, value})
	}
	return n.readEnd(dec)
}

func (n *node) readEnd(dec *json.Decoder) error {
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

func (n node) want(kind nodeKind) error {
	if n.kind != kind {
		return fieldErrorf(n.path, "want %v, got %v", kind, n.kind)
	}
	return nil
}

func (n node) str() (string, error)    { return n.text, n.want(stringNode) }
func (n node) boolean() (bool, error)  { return n.truth, n.want(boolNode) }
func (n node) number() (string, error) { return n.text, n.want(numberNode) }
func (n node) array() ([]node, error)  { return n.items, n.want(arrayNode) }

// An object hands out the members of a node. It keeps the first error, so that a
// message can be read field by field and the error looked at once, in done; and
// which members were asked for, so that one that nobody knows is an error.
type object struct {
	node
	taken []bool
	err   error
}

func (n node) object() *object {
	return &object{node: n, taken: make([]bool, len(n.members)), err: n.want(objectNode)}
}

func (o *object) take(name string) (node, bool) {
	for i, m := range o.members {
		if m.name == name {
			o.taken[i] = true
			return m.value, true
		}
	}
	return node{}, false
}

func (o *object) fail(err error) {
	if o.err == nil {
		o.err = err
	}
}

// done is the first error, or that there is a member that was never asked for.
func (o *object) done() error {
	for i, m := range o.members {
		if !o.taken[i] {
			o.fail(fieldErrorf(m.value.path, "unknown field"))
		}
	}
	return o.err
}

// must reads a member that has to be there.
func must[T any](o *object, name string, read func(node) (T, error)) T {
	n, ok := o.take(name)
	if !ok {
		o.fail(fieldErrorf(join(o.path, name), "missing"))
		var none T
		return none
	}
	v, err := read(n)
	if err != nil {
		o.fail(err)
	}
	return v
}

// may reads a member that can be absent, and gives the zero value if it is.
func may[T any](o *object, name string, read func(node) (T, error)) T {
	if _, ok := o.take(name); !ok {
		var none T
		return none
	}
	return must(o, name, read)
}

// maybe reads a member that can be absent, and gives nil if it is.
func maybe[T any](o *object, name string, read func(node) (T, error)) *T {
	if _, ok := o.take(name); !ok {
		return nil
	}
	v := must(o, name, read)
	return &v
}
