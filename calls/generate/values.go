package main

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// values makes the functions that write and read values of the types that calls name, and
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

// leaves are the functions of numbers, texts and truth.
var leaves = map[types.BasicKind]string{
	types.Bool: "truth", types.Float64: "float", types.Int: "wire.Int", types.Int64: "wire.Int",
	types.Uint8: "wire.Uint", types.Uint32: "wire.Uint", types.Uint64: "wire.Uint", types.String: "text",
}

// name is that of a type's function.
func (v *values) name(t types.Type) string {
	t = types.Unalias(t)
	named, _ := t.(*types.Named)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if named != nil && u.Kind() == types.String {
			return "wire.Word"
		}
		return leaves[u.Kind()]
	case *types.Struct:
		return v.make("persist"+named.Obj().Name(), t, func() string { return v.fields(u, named.Obj().Name()) })
	case *types.Slice:
		return v.composite("list", "s", t, u.Elem())
	case *types.Pointer:
		return v.composite("option", "IfAny", t, u.Elem())
	}
	panic("no record has a " + typeName(t))
}

// make writes a type's function, with what it does, if it is not there yet.
func (v *values) make(name string, t types.Type, body func() string) string {
	if !v.made[name] {
		v.made[name] = true
		fmt.Fprintf(&v.out, "func %s(c *wire.Codec, x *%s) {\n%s}\n\n", name, typeName(t), body())
	}
	return name
}

// composite is the function of an option or a list.
func (v *values) composite(kind, suffix string, t, elem types.Type) string {
	plain := "Text"
	if named, ok := types.Unalias(elem).(*types.Named); ok {
		plain = named.Obj().Name()
	} else if name := typeName(elem); name != "string" {
		plain = strings.ToUpper(name[:1]) + name[1:]
	}
	if _, nested := types.Unalias(elem).(*types.Slice); nested {
		plain = strings.TrimPrefix(v.name(elem), "persist")
	}
	return v.make("persist"+plain+suffix, t, func() string { return fmt.Sprintf("%s(c, x, %s)\n", kind, v.name(elem)) })
}

// fields are the statements that write and read the fields of a struct.
func (v *values) fields(form *types.Struct, owner string) (out string) {
	fields := slices.SortedStableFunc(form.Fields(), func(f, g *types.Var) int {
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
			name = "wire.Word"
		}
		out += fmt.Sprintf("%s(c, &x.%s)\n", name, f.Name())
	}
	return out
}
