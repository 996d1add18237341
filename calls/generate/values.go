package main

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// values makes the functions that append and read values of the types that calls name, and
// remembers which there are.
type values struct {
	made map[string]bool
	out  strings.Builder
}

// words are the texts that are of a given vocabulary, and the same in each recording; all
// others are names, which an anonymous recording has otherwise.
var words = map[string]bool{"Quantity.Name": true, "Kind.Name": true}

// last are the fields that are written behind all others.
var last = map[string]bool{"Disk.Metadata": true}

// leaves are the functions of calls/codec.go, by the type that is written.
var leaves = map[types.BasicKind]string{
	types.Bool: "Bool", types.Float64: "Float", types.Int: "Integer", types.Int64: "Integer",
	types.Uint8: "Number", types.Uint32: "Number", types.Uint64: "Number", types.String: "Text",
}

// name is that of a type in the names of its functions: appendUsage, readUsage.
func (v *values) name(t types.Type) string {
	t = types.Unalias(t)
	named, _ := t.(*types.Named)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if named != nil && u.Kind() == types.String {
			return "Word"
		}
		return leaves[u.Kind()]
	case *types.Struct:
		return v.make(named.Obj().Name(), t, func(name string) {
			v.function(name, t, u, named.Obj().Name())
		})
	case *types.Slice:
		if typeName(t) == "[]alloc.Resource" {
			return "Resources"
		}
		return v.make(v.plain(u.Elem())+"List", t, func(name string) { v.composite(name, "List", t, u.Elem()) })
	case *types.Pointer:
		return v.make("Optional"+v.plain(u.Elem()), t, func(name string) { v.composite(name, "Option", t, u.Elem()) })
	}
	panic("no record has a " + typeName(t))
}

// plain is a type's name without its package.
func (v *values) plain(t types.Type) string {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Obj().Name()
	}
	return strings.ToUpper(v.name(t)[:1]) + v.name(t)[1:]
}

// make makes a type's functions, if they are not there yet.
func (v *values) make(name string, t types.Type, write func(name string)) string {
	if !v.made[name] {
		v.made[name] = true
		write(name)
	}
	return name
}

// composite writes the functions of an option or a list.
func (v *values) composite(name, kind string, t, elem types.Type) {
	of := v.name(elem)
	fmt.Fprintf(&v.out, "func append%s(b []byte, x *%s) []byte { return append%s(b, *x, append%s) }\n\n", name, typeName(t), kind, of)
	fmt.Fprintf(&v.out, "func read%s(r *wire.Reader, x *%s) { read%s(r, x, read%s) }\n\n", name, typeName(t), kind, of)
}

// function writes the functions of a struct.
func (v *values) function(name string, t types.Type, form *types.Struct, owner string) {
	write, read := v.fields(form, owner)
	fmt.Fprintf(&v.out, "func append%s(b []byte, x *%s) []byte {\n%sreturn b\n}\n\n", name, typeName(t), write)
	fmt.Fprintf(&v.out, "func read%s(r *wire.Reader, x *%s) {\n%s}\n\n", name, typeName(t), read)
}

// fields are the statements that append the fields of a struct, and those that read them.
func (v *values) fields(form *types.Struct, owner string) (write, read string) {
	var fields []*types.Var
	for f := range form.Fields() {
		fields = append(fields, f)
	}
	slices.SortStableFunc(fields, func(f, g *types.Var) int {
		switch {
		case last[owner+"."+f.Name()]:
			return 1
		case last[owner+"."+g.Name()]:
			return -1
		}
		return 0
	})
	for _, f := range fields {
		name := v.name(f.Type())
		if words[owner+"."+f.Name()] {
			name = "Word"
		}
		write += fmt.Sprintf("b = append%s(b, &x.%s)\n", name, f.Name())
		read += fmt.Sprintf("read%s(r, &x.%s)\n", name, f.Name())
	}
	return write, read
}
