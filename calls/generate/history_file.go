package main

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"
)

// A form is how a history has values that a call has by number: its type, and the tags of a
// field where the call gives none. NAME is the field's name in JSON, with hyphens.
type form struct{ typ, tag string }

var byName = map[string]form{
	"int": {"int", ""}, "int64": {"int64", ""}, "float64": {"float64", ""}, "bool": {"bool", `key:"NAME,flag,kept"`}, "[]string": {"[]string", `key:"NAME"`},
	"alloc.AgentID": {"string", ""}, "alloc.FrameworkID": {"string", ""}, "alloc.RoleID": {"string", ""}, "alloc.Policy": {"string", ""},
	"[]alloc.AgentID": {"[]string", `key:"NAME,kept"`}, "[]alloc.RoleID": {"[]string", `key:"NAME,kept"`},
	"[]alloc.Quantity": {"Quantities", `key:"NAME,kept"`}, "[]alloc.Resource": {"[]Resource", ""}, "[]alloc.Usage": {"[]Used", `key:"used" in:"[; ]" Holder:"framework"`},
	"alloc.Quota": {"Quota", ""}, "*alloc.Unavailability": {"*Unavailability", `key:"down"`},
	"alloc.PolicyScope": {"string", `key:"NAME" words:"all roles frameworks"`}, "time.Duration": {"*float64", `key:"refuse" call:"RefuseFor"`},
}

// formOf is that of a type. What is said of several roles or frameworks is a map from their names.
func formOf(t types.Type) form {
	known, ok := byName[typeName(t)]
	if ok {
		return known
	}
	if list, ok := t.Underlying().(*types.Slice); ok {
		row, ok := list.Elem().Underlying().(*types.Struct)
		if ok && row.NumFields() == 2 && isName(row.Field(0).Type()) {
			of := formOf(row.Field(1).Type()).typ
			if of == "Quota" {
				return form{"map[string]Quota", `key:"NAME,kept" in:"[; ]" tie:" "`}
			}
			return form{"map[string]" + of, `key:"NAME,kept"`}
		}
	}
	panic("no history has a " + typeName(t))
}

// isName reports whether a row's first field is what a history names.
func isName(t types.Type) bool {
	return typeName(t) == "string" || strings.HasSuffix(typeName(t), "ID")
}

// historyFile declares the operations that follow from calls, of which calls/calls.go has the names.
func historyFile(d *description) string {
	var declared, names, table strings.Builder
	for _, c := range d.calls {
		if c.verb == "" {
			continue
		}
		fmt.Fprintf(&declared, "%stype %s struct {%s}\n\n", c.comment, c.name, operationFields(c.form))
		fmt.Fprintf(&names, "func (*%s) Name() string { return %q }\n", c.name, c.operation)
		fmt.Fprintf(&table, "{&%[1]s{}, %[2]q, &calls.%[1]s{}},\n", c.name, c.verb)
	}
	return "package history\n\nimport \"" + module + "calls\"\n\n" + declared.String() +
		"// callOperations are the operations above.\nvar callOperations = []operation{\n" + table.String() + "}\n\n" + names.String()
}

// operationFields are the fields of an operation: those that are always there, then those with
// a key. The time is that of the history's clock.
func operationFields(arguments *types.Struct) string {
	var always, keyed string
	for i := range arguments.NumFields() {
		f := arguments.Field(i)
		if typeName(f.Type()) == "alloc.Time" {
			continue
		}
		of, name, tag := formOf(f.Type()), f.Name(), arguments.Tag(i)
		if tag == "" {
			tag = strings.ReplaceAll(of.tag, "NAME", strings.ReplaceAll(snake(name), "_", "-"))
		}
		if tag != "" {
			tag = "`" + tag + "`"
		}
		switch {
		case of.typ == "Quota": // whose fields are the operation's
			always += "Quota\n"
			continue
		case of.typ == "*float64":
			name = strings.TrimSuffix(name, "For") + "Seconds"
		}
		line := fmt.Sprintf("%s %s %s\n", name, of.typ, tag)
		if reflect.StructTag(strings.Trim(tag, "`")).Get("key") == "" {
			always += line
		} else {
			keyed += line
		}
	}
	if fields := always + keyed; strings.Count(fields, "\n") > 1 || keyed != "" {
		return "\n" + fields
	}
	return " " + strings.TrimSuffix(always, "\n") + " "
}
