package scenario

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// A decoder reads nodes into values by the tags of their types.
type decoder struct {
	source  *source
	anchors map[string]ast.Node
	depth   int
	aliases int // that are being followed
	aliased int // nodes below aliases, counted each time
}

func newDecoder(s *source) *decoder { return &decoder{source: s, anchors: map[string]ast.Node{}} }

const (
	deepest     = 64      // bounds how far nodes are nested, aliases resolved
	mostAliased = 200_000 // bounds how many nodes aliases stand for in all
)

// unmarshaler is what reads itself from a node.
type unmarshaler interface {
	unmarshal(d *decoder, n ast.Node) error
}

// locatable is what has located embedded.
type locatable interface{ place() *located }

func (l *located) place() *located { return l }

func (d *decoder) errorf(n ast.Node, format string, arguments ...any) error {
	return d.source.errorf(positionOf(n), format, arguments...)
}

// resolve follows anchors and aliases.
func (d *decoder) resolve(n ast.Node) (ast.Node, error) {
	if d.aliases > 0 {
		if d.aliased++; d.aliased > mostAliased {
			return nil, d.errorf(n, "aliases stand for more than %d values", mostAliased)
		}
	}
	switch n := n.(type) {
	case *ast.AnchorNode:
		d.anchors[n.Name.GetToken().Value] = n.Value
		return d.resolve(n.Value)
	case *ast.AliasNode:
		name := n.Value.GetToken().Value
		of, ok := d.anchors[name]
		if !ok {
			return nil, d.errorf(n, "there is no anchor &%s before this", name)
		}
		return d.resolve(of)
	case *ast.TagNode:
		return nil, d.errorf(n, "tags are not known here")
	}
	return n, nil
}

// decode reads a node into a settable value.
func (d *decoder) decode(n ast.Node, v reflect.Value) error {
	if d.depth++; d.depth > deepest {
		return d.errorf(n, "this is nested more than %d deep", deepest)
	}
	defer func() { d.depth-- }()
	if _, is := n.(*ast.AliasNode); is {
		d.aliases++
		defer func() { d.aliases-- }()
	}
	n, err := d.resolve(n)
	if err != nil {
		return err
	}
	if u, ok := v.Addr().Interface().(unmarshaler); ok {
		return u.unmarshal(d, n)
	}
	switch v.Kind() {
	case reflect.Struct:
		return d.mapping(n, v)
	case reflect.Slice:
		return d.list(n, v)
	case reflect.Map:
		return d.table(n, v)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return d.decode(n, v.Elem())
	}
	text, err := d.scalar(n)
	if err != nil {
		return err
	}
	return d.plain(n, text, v)
}

// plain reads a scalar's text into a value of a basic type.
func (d *decoder) plain(n ast.Node, text string, v reflect.Value) error {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		b, ok := n.(*ast.BoolNode)
		if !ok {
			return d.errorf(n, "%q is neither true nor false", text)
		}
		v.SetBool(b.Value)
	case reflect.Int, reflect.Int64:
		i, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 10, 64)
		if err != nil {
			return d.errorf(n, "%q is not a whole number", text)
		}
		v.SetInt(i)
	case reflect.Float64:
		f, err := number(text)
		if err != nil {
			return d.errorf(n, "%v", err)
		}
		v.SetFloat(f)
	default:
		panic("scenario: cannot read a " + v.Type().String())
	}
	return nil
}

// scalar is the text of a node that is neither a mapping nor a list.
func (d *decoder) scalar(n ast.Node) (string, error) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.LiteralNode:
		return n.Value.Value, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, nil
	case *ast.NullNode:
		return "", d.errorf(n, "there is no value")
	}
	return "", d.errorf(n, "this is %s where a single value belongs", kindOf(n))
}

func kindOf(n ast.Node) string {
	switch n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	}
	return "a single value"
}

// entries are a mapping's keys and values.
func (d *decoder) entries(n ast.Node) ([]*ast.MappingValueNode, error) {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values, nil
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, nil
	case *ast.NullNode:
		return nil, d.errorf(n, "there is no value")
	}
	return nil, d.errorf(n, "this is %s where a mapping of keys belongs", kindOf(n))
}

// eachName calls a function with each entry of a mapping whose keys are names, anchors
// and aliases resolved, up to the first error.
func (d *decoder) eachName(n ast.Node, do func(name string, value ast.Node) error) error {
	entries, err := d.entries(n)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, e := range entries {
		if e.Key.IsMergeKey() {
			return d.errorf(e.Key, "merge keys are not known here")
		}
		name := e.Key.GetToken().Value
		if seen[name] {
			return d.errorf(e.Key, "key %q is there already", name)
		}
		seen[name] = true
		value, err := d.resolve(e.Value)
		if err != nil {
			return err
		}
		if err := do(name, value); err != nil {
			return err
		}
	}
	return nil
}

// mapping reads a mapping into a struct.
func (d *decoder) mapping(n ast.Node, v reflect.Value) error {
	entries, err := d.entries(n)
	if err != nil {
		return err
	}
	if err := setDefaults(v); err != nil {
		return err
	}
	where := located{source: d.source, at: positionOf(n), keys: map[string]position{}}
	for _, e := range entries {
		if e.Key.IsMergeKey() {
			return d.errorf(e.Key, "merge keys are not known here")
		}
		key := e.Key.GetToken().Value
		i, ok := fieldOf(v.Type(), key)
		if !ok {
			return d.errorf(e.Key, "unknown key %q%s", key, suggestion(key, keysOf(v.Type())))
		}
		if _, again := where.keys[key]; again {
			return d.errorf(e.Key, "key %q is there already", key)
		}
		where.keys[key] = positionOf(e.Value)
		if _, nothing := e.Value.(*ast.NullNode); nothing && mayBeEmpty(v.Type().Field(i)) {
			continue
		}
		if err := d.decode(e.Value, v.Field(i)); err != nil {
			return err
		}
	}
	if l, ok := v.Addr().Interface().(locatable); ok {
		*l.place() = where
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if key := f.Tag.Get("key"); f.Tag.Get("required") != "" && !where.has(key) {
			return d.errorf(n, "key %q is missing", key)
		}
	}
	return nil
}

// mayBeEmpty reports whether a key with nothing after it is an empty list: of those that
// may be left out as well.
func mayBeEmpty(f reflect.StructField) bool {
	_, standard := f.Tag.Lookup("default")
	return f.Type.Kind() == reflect.Slice && f.Tag.Get("required") == "" && !standard
}

// setDefaults gives a struct what its tags say is meant by leaving keys out.
func setDefaults(v reflect.Value) error {
	for i := range v.NumField() {
		text, ok := v.Type().Field(i).Tag.Lookup("default")
		if !ok {
			continue
		}
		if err := readDefault(text, v.Field(i)); err != nil {
			return fmt.Errorf("%s: %w", v.Type().Field(i).Name, err)
		}
	}
	return nil
}

// list reads a list into a slice. A list of one may be written without being one.
func (d *decoder) list(n ast.Node, v reflect.Value) error {
	nodes := []ast.Node{n}
	if s, ok := n.(*ast.SequenceNode); ok {
		nodes = s.Values
	}
	list := reflect.MakeSlice(v.Type(), len(nodes), len(nodes))
	for i, element := range nodes {
		if err := d.decode(element, list.Index(i)); err != nil {
			return err
		}
	}
	v.Set(list)
	return nil
}

// table reads a mapping whose keys are names.
func (d *decoder) table(n ast.Node, v reflect.Value) error {
	v.Set(reflect.MakeMap(v.Type()))
	return d.eachName(n, func(name string, node ast.Node) error {
		value := reflect.New(v.Type().Elem()).Elem()
		if err := d.decode(node, value); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(name), value)
		return nil
	})
}
