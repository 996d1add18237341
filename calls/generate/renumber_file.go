package main

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// renumberFile copies each call with other numbers.
func renumberFile(d *description) string {
	r := &renumbering{made: map[string]bool{}}
	for _, c := range d.calls {
		fields := r.fields(c.form, "x")
		if hasTime(c.form) {
			fields += "x.Now = n.Time(x.Now)\n"
		}
		if fields != "" {
			fields = "\n" + fields
		}
		fmt.Fprintf(&r.methods, "func (x *%[1]s) copied(into Call) Call { return copied(x, into) }\n\n"+
			"func (x *%[1]s) renumber(n Renumbering) {%[2]s}\n\nfunc (x *%[1]s) About() Subjects { return Subjects{%[3]s} }\n\n", c.name, fields, about(c.form))
	}
	return "package calls\n\nimport \"" + module + "core/alloc\"\n\n" + r.methods.String() + r.out.String()
}

// numbered are the types that have other numbers in another allocator, each of which a
// Renumbering has a method for.
var numbered = []string{"AgentID", "FrameworkID", "RoleID", "KindID", "Resources"}

// about are whom a call is about.
func about(form *types.Struct) string {
	var out []string
	for f := range form.Fields() {
		t := strings.TrimPrefix(typeName(f.Type()), "alloc.")
		if i := slices.Index(numbered, t); i >= 0 && i < 3 {
			out = append(out, strings.TrimSuffix(t, "ID")+": &x."+f.Name())
		}
	}
	return strings.Join(out, ", ")
}

// renumbering makes the functions that renumber values of the types that calls name.
type renumbering struct {
	made         map[string]bool
	methods, out strings.Builder
}

// fields are the statements that renumber the fields of a struct.
func (r *renumbering) fields(form *types.Struct, of string) (out string) {
	for f := range form.Fields() {
		at := of + "." + f.Name()
		if how := r.value(f.Type()); how != "" {
			out += fmt.Sprintf("%s = %s(%s)\n", at, how, at)
		}
	}
	return out
}

// value is what renumbers a value, a function of the value alone; it is empty if there is
// nothing to renumber.
func (r *renumbering) value(t types.Type) string {
	t = types.Unalias(t)
	name := strings.TrimPrefix(typeName(t), "alloc.")
	if name == "[]alloc.Resource" {
		name = "Resources"
	}
	if slices.Contains(numbered, name) {
		return "n." + strings.TrimSuffix(name, "ID")
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return r.composite("renumberedList", u.Elem())
	case *types.Pointer:
		return r.composite("renumberedOption", u.Elem())
	case *types.Struct:
		return r.function(name, u)
	}
	return ""
}

// composite is the function that renumbers each of a list, or what there is of an option.
func (r *renumbering) composite(how string, elem types.Type) string {
	each := r.value(elem)
	if each == "" {
		return ""
	}
	return how + "(" + each + ")"
}

// function is the function that renumbers a struct, which is written if it is not there yet.
func (r *renumbering) function(name string, form *types.Struct) string {
	fields := r.fields(form, "x")
	if fields == "" {
		return ""
	}
	if !r.made[name] {
		r.made[name] = true
		fmt.Fprintf(&r.out, "func renumbered%[1]s(n Renumbering) func(alloc.%[1]s) alloc.%[1]s {\nreturn func(x alloc.%[1]s) alloc.%[1]s {\n%[2]sreturn x\n}\n}\n\n", name, fields)
	}
	return "renumbered" + name + "(n)"
}
