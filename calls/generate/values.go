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
var words = map[string]bool{"Quantity.Name": true, "Kind.Name": true, "ResourceWeight.Resources": true}

// last are the fields that are written behind all others.
var last = map[string]bool{"Disk.Metadata": true}

// leaves are the functions of numbers, texts and truth.
var leaves = map[types.BasicKind]string{
	types.Bool: "truth", types.Float64: "float", types.Int: "wire.Int", types.Int64: "wire.Int",
	types.Uint8: "wire.Uint", types.Uint32: "wire.Uint", types.Uint64: "wire.Uint", types.String: "text",
}

// each is the function of a type's values.
func (v *values) each(t types.Type) string {
	t = types.Unalias(t)
	named, _ := t.(*types.Named)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if named != nil && u.Kind() == types.String {
			return "wire.Word"
		}
		return leaves[u.Kind()]
	case *types.Struct:
		return v.function(named.Obj().Name(), t, u)
	}
	return fmt.Sprintf("func(c *wire.Codec, x *%s) { %s }", typeName(t), v.statement(t, "x"))
}

// statement writes and reads the value at a pointer.
func (v *values) statement(t types.Type, at string) string {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Slice:
		return fmt.Sprintf("list(c, %s, %s)", at, v.each(u.Elem()))
	case *types.Pointer:
		return fmt.Sprintf("option(c, %s, %s)", at, v.each(u.Elem()))
	}
	return fmt.Sprintf("%s(c, %s)", v.each(t), at)
}

// function is the function of a struct, which is written if it is not there yet.
func (v *values) function(name string, t types.Type, form *types.Struct) string {
	if !v.made[name] {
		v.made[name] = true
		fmt.Fprintf(&v.out, "func persist%s(c *wire.Codec, x *%s) {\n%s}\n\n", name, typeName(t), v.fields(form, name))
	}
	return "persist" + name
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
		at := "&x." + f.Name()
		if words[owner+"."+f.Name()] {
			out += "wire.Word(c, " + at + ")\n"
		} else {
			out += v.statement(f.Type(), at) + "\n"
		}
	}
	return out
}
