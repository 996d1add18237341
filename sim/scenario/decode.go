package scenario

import (
	"fmt"
	"reflect"

	"github.com/goccy/go-yaml/ast"
)

// A decoder reads nodes into values by the tags of their types.
type decoder struct {
	source  *source
	anchors map[string]ast.Node
	depth   int
	aliases int // that are being followed
	aliased int // nodes below aliases, counted each time
	whole   int // values being read of which the first mistake is all that is said
	found   mistakes
}

func newDecoder(s *source) *decoder { return &decoder{source: s, anchors: map[string]ast.Node{}} }

const (
	deepest     = 64      // bounds how far nodes are nested, aliases resolved
	mostAliased = 200_000 // bounds how many nodes aliases stand for in all
)

// read reads a text's document into a settable value, and throws all mistakes that it finds.
func (d *decoder) read(n ast.Node, v reflect.Value) {
	d.gather(func() { d.decode(n, v) })
	d.found.throw()
}

// gather carries steps out up to the first mistake, and reports whether they made none.
func (d *decoder) gather(steps func()) (well bool) {
	if d.whole > 0 || d.aliased > mostAliased {
		steps()
		return true
	}
	return d.found.gather(steps)
}

// unmarshaler is what reads itself from a node.
type unmarshaler interface {
	unmarshal(d *decoder, n ast.Node)
}

// locatable is what has located embedded.
type locatable interface{ place() *located }

func (l *located) place() *located { return l }

func (d *decoder) errorf(n ast.Node, format string, arguments ...any) *Error {
	return d.source.errorf(positionOf(n), format, arguments...)
}

// report throws an error at a node, if there is one.
func (d *decoder) report(n ast.Node, err error) {
	if err != nil {
		panic(d.errorf(n, "%v", err))
	}
}

// resolve follows anchors and aliases.
func (d *decoder) resolve(n ast.Node) ast.Node {
	if d.aliases > 0 {
		d.aliased++
		if d.aliased > mostAliased {
			panic(d.errorf(n, "aliases stand for more than %d values", mostAliased))
		}
	}
	switch n := n.(type) {
	case *ast.AnchorNode:
		value := d.resolve(n.Value) // before the anchor is there: *x of &x *x means nothing
		d.anchors[n.Name.GetToken().Value] = value
		return value
	case *ast.AliasNode:
		name := n.Value.GetToken().Value
		of, ok := d.anchors[name]
		if !ok {
			panic(d.errorf(n, "there is no anchor &%s before this", name))
		}
		return d.resolve(of)
	case *ast.TagNode:
		panic(d.errorf(n, "tags are not known here"))
	}
	return n
}

// decode reads a node into a settable value.
func (d *decoder) decode(n ast.Node, v reflect.Value) {
	d.depth++
	defer func() { d.depth-- }()
	if d.depth > deepest {
		panic(d.errorf(n, "this is nested more than %d deep", deepest))
	}
	if _, is := n.(*ast.AliasNode); is {
		d.aliases++
		defer func() { d.aliases-- }()
	}
	n = d.resolve(n)
	if u, ok := v.Addr().Interface().(unmarshaler); ok {
		d.whole++
		defer func() { d.whole-- }()
		u.unmarshal(d, n)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		d.mapping(n, v)
	case reflect.Slice:
		d.list(n, v)
	case reflect.Map:
		d.table(n, v)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.decode(n, v.Elem())
	default:
		d.plain(n, d.scalar(n), v)
	}
}

// plain reads a scalar's text into a value of a basic type.
func (d *decoder) plain(n ast.Node, text string, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		b, ok := n.(*ast.BoolNode)
		if !ok {
			panic(d.errorf(n, "%q is neither true nor false", text))
		}
		v.SetBool(b.Value)
	case reflect.Int, reflect.Int64:
		v.SetInt(d.wholeNumber(n))
	case reflect.Float64:
		f, err := number(text)
		d.report(n, err)
		v.SetFloat(f)
	default:
		panic("scenario: cannot read a " + v.Type().String())
	}
}

// scalar is the text of a node, which must be neither a mapping nor a list.
func (d *decoder) scalar(n ast.Node) string {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value
	case *ast.LiteralNode:
		return n.Value.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value
	case *ast.NullNode:
		panic(d.errorf(n, "there is no value"))
	}
	panic(d.errorf(n, "this is %s where a single value belongs", kindOf(n)))
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

// entries are a mapping's keys and values. known are the keys that may be there; if there are none,
// any may.
func (d *decoder) entries(n ast.Node, known ...string) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	case *ast.NullNode:
		panic(d.errorf(n, "there is no value"))
	}
	there := ""
	if len(known) > 0 {
		there = fmt.Sprintf("; there are %q", known)
	}
	panic(d.errorf(n, "this is %s where a mapping of keys belongs%s", kindOf(n), there))
}

func isMapping(n ast.Node) bool { return kindOf(n) == "a mapping" }

// eachName calls a function with each entry of a mapping whose keys are names, anchors
// and aliases resolved, up to the first error.
func (d *decoder) eachName(n ast.Node, do func(name string, value ast.Node)) {
	seen := map[string]bool{}
	for _, e := range d.entries(n) {
		name := d.keyOf(e)
		if seen[name] {
			panic(d.errorf(e.Key, "key %q is there already", name))
		}
		seen[name] = true
		do(name, d.resolve(e.Value))
	}
}

func (d *decoder) keyOf(e *ast.MappingValueNode) string {
	if e.Key.IsMergeKey() {
		panic(d.errorf(e.Key, "merge keys are not known here"))
	}
	return e.Key.GetToken().Value
}

// mapping reads a mapping into a struct.
func (d *decoder) mapping(n ast.Node, v reflect.Value) {
	entries := d.entries(n, keysOf(v.Type())...)
	setDefaults(v)
	where := d.placeOf(n)
	where.keys = map[string]position{}
	misspelt := false
	for _, e := range entries {
		d.gather(func() {
			key := d.keyOf(e)
			i, ok := fieldOf(v.Type(), key)
			if !ok {
				misspelt = true
				panic(d.errorf(e.Key, "unknown key %q%s", key, elsewhere(key, keysOf(v.Type()))))
			}
			if where.has(key) {
				panic(d.errorf(e.Key, "key %q is there already", key))
			}
			where.keys[key] = positionOf(e.Value)
			if _, nothing := e.Value.(*ast.NullNode); nothing && mayBeEmpty(v.Type().Field(i)) {
				return
			}
			d.decode(e.Value, v.Field(i))
			if isNoFile(v, i) {
				panic(d.errorf(e.Value, noFile))
			}
		})
	}
	if l, ok := v.Addr().Interface().(locatable); ok {
		*l.place() = where
	}
	switch keys := missing(v.Type(), &where); {
	case len(keys) == 0 || misspelt: // what is misspelt may be what is missing
	case len(keys) == 1:
		panic(d.errorf(n, "key %q is missing", keys[0]))
	default:
		panic(d.errorf(n, "keys %q are missing", keys))
	}
}

const noFile = "the name of a file has nothing in it"

// isNoFile reports whether a field of a struct is the name of a file, and "", which would be taken as if nobody had written it.
func isNoFile(v reflect.Value, field int) bool {
	return v.Type().Field(field).Tag.Get("unit") == "file name" && v.Field(field).Len() == 0
}

// missing is the keys that have to be there and are not.
func missing(t reflect.Type, where *located) (keys []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if key := f.Tag.Get("key"); f.Tag.Get("required") != "" && !where.has(key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// placeOf is what is known of the place of a node.
func (d *decoder) placeOf(n ast.Node) located { return located{source: d.source, at: positionOf(n)} }

// mayBeEmpty reports whether a key with nothing after it is an empty list: that is so for lists
// that may be left out.
func mayBeEmpty(f reflect.StructField) bool {
	_, standard := f.Tag.Lookup("default")
	return f.Type.Kind() == reflect.Slice && f.Tag.Get("required") == "" && !standard
}

// setDefaults gives a struct the values that its tags give to keys that are left out.
func setDefaults(v reflect.Value) {
	for i := range v.NumField() {
		if text, ok := v.Type().Field(i).Tag.Lookup("default"); ok {
			readDefault(text, v.Field(i))
		}
	}
}

// list reads a list into a slice. A list of one may be written without being one.
func (d *decoder) list(n ast.Node, v reflect.Value) {
	nodes := []ast.Node{n}
	if s, ok := n.(*ast.SequenceNode); ok {
		nodes = s.Values
	}
	list := reflect.MakeSlice(v.Type(), len(nodes), len(nodes))
	read := 0
	for _, element := range nodes {
		list.Index(read).SetZero()
		if d.gather(func() { d.decode(element, list.Index(read)) }) {
			read++
		}
	}
	v.Set(list.Slice(0, read)) // what has a mistake is left out: there is no more to say of it
}

// table reads a mapping whose keys are names.
func (d *decoder) table(n ast.Node, v reflect.Value) {
	v.Set(reflect.MakeMap(v.Type()))
	d.eachName(n, func(name string, node ast.Node) {
		value := reflect.New(v.Type().Elem()).Elem()
		if d.gather(func() { d.decode(node, value) }) {
			v.SetMapIndex(reflect.ValueOf(name), value)
		}
	})
}
