package main

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// handlersByHand are the operations whose members are no call of package calls field by field, and
// those that are made too often for a copy of their arguments: their methods are in capi.
var handlersByHand = []string{
	"ADD_AGENT", "UPDATE_AGENT", "ADD_FRAMEWORK", "UPDATE_FRAMEWORK", "DECLARE_ROLE", "DECLARE_KIND", "DECLARE_ITEM",
	"RELEASE_ROLES", "RELEASE_KINDS", "RELEASE_ITEMS", "RECOVER_RESOURCES", "TRANSITION", "EXCLUDE_AGENTS", "SET_WHITELIST",
	"CLEAR_WHITELIST", "UPDATE_UNAVAILABILITY", "UPDATE_INVERSE_OFFER", "SET_LENDING", "RECOVER", "ADVANCE",
}

// words finds where a word begins in a name of Go's.
var words = regexp.MustCompile(`([a-z])([A-Z])`)

// inHeader are the fields of calls that have other names in the header.
var inHeader = map[string]string{"of": "ordered"}

// handler is the method that carries an operation out: it reads each field of the call from the
// member's field of that name.
func (h *header) handler(c *operationCall) string {
	name := goName(c.name)
	call, ok := callNamed(name)
	if !ok {
		panic("package calls has no " + name)
	}
	m := h.structure(strings.TrimPrefix(c.member.ctype, "apportion_"))
	parameter := ""
	r := &handlerReader{}
	if m != nil {
		parameter = "m *" + c.member.ctype
		r.reserved(m, "m", strings.ToLower(c.name))
		r.fields(h, m, "m", call)
	}
	read := ""
	if r.statements.Len() > 0 {
		read = "\tvar r reader\n" + r.statements.String() + "\tif r.err != nil {\n\t\treturn r.err\n\t}\n"
	}
	return fmt.Sprintf("\nfunc (in *instance) %s(%s) error {\n%s\t_, err := (&calls.%s{%s}).Apply(in.core)\n\treturn err\n}\n",
		strings.ToLower(name[:1])+name[1:], parameter, read, name, strings.Join(r.values, ", "))
}

func callNamed(name string) (reflect.Type, bool) {
	for o := range calls.Ops {
		if o.String() == name {
			return reflect.TypeOf(calls.New(o)).Elem(), true
		}
	}
	return nil, false
}

// handlerReader makes the statements that read a struct's fields, and the values of the call's.
type handlerReader struct {
	statements strings.Builder
	values     []string // Name: value
}

// reserved checks what has no meaning yet.
func (r *handlerReader) reserved(s *structure, at, what string) {
	if slices.ContainsFunc(s.fields, func(f field) bool { return f.name == "reserved" }) {
		fmt.Fprintf(&r.statements, "\tr.reserved(%s.reserved, %q)\n", at, what)
	}
}

func (r *handlerReader) fields(h *header, s *structure, at string, call reflect.Type) {
	for f := range call.Fields() {
		if f.Type == reflect.TypeFor[alloc.Quota]() { // whose fields are the struct's
			inner := handlerReader{}
			inner.fields(h, s, at, f.Type)
			r.statements.WriteString(inner.statements.String())
			r.values = append(r.values, fmt.Sprintf("%s: alloc.Quota{%s}", f.Name, strings.Join(inner.values, ", ")))
			continue
		}
		name := strings.ToLower(words.ReplaceAllString(f.Name, "${1}_$2"))
		if other, ok := inHeader[name]; ok {
			name = other
		}
		i := slices.IndexFunc(s.fields, func(x field) bool { return x.name == name })
		if i < 0 {
			panic(fmt.Sprintf("apportion_%s has no %s", s.name, name))
		}
		value := at + "." + name
		if f.Type.Kind() == reflect.Slice && s.fields[i].pointer {
			count := at + "." + s.fields[i+1].name
			fmt.Fprintf(&r.statements, "\t%s := %s\n", name, h.listHandler(&s.fields[i], value+", "+count, f.Type))
			value = name
		} else if read, checked := oneHandler(value, name, f.Type); checked {
			fmt.Fprintf(&r.statements, "\t%s := %s\n", name, read)
			value = name
		} else {
			value = read
		}
		r.values = append(r.values, f.Name+": "+value)
	}
}

// oneHandler is what reads one value; checked is whether it may be wrong.
func oneHandler(at, name string, t reflect.Type) (read string, checked bool) {
	switch t.String() {
	case "alloc.AgentID", "alloc.FrameworkID":
		return fmt.Sprintf("in.%s(%s)", strings.ToLower(strings.TrimSuffix(t.Name(), "ID")), at), false
	case "alloc.RoleID":
		return "alloc.RoleID(" + at + ".number)", false
	case "[]alloc.Quantity":
		return fmt.Sprintf("r.quantities(%s, %q)", at, name), true
	}
	switch t.Kind() {
	case reflect.Bool:
		return fmt.Sprintf("r.yes(%s, %q)", at, name), true
	case reflect.String:
		read = fmt.Sprintf("r.str(%s, %q)", at, name)
		if t != reflect.TypeFor[string]() {
			read = fmt.Sprintf("alloc.%s(%s)", t.Name(), read)
		}
		return read, true
	case reflect.Uint8:
		return fmt.Sprintf("%s(narrow(%s))", t, at), false
	}
	return fmt.Sprintf("%s(%s)", t, at), false
}

// listHandler is what reads a list.
func (h *header) listHandler(f *field, list string, t reflect.Type) string {
	switch name := map[string]string{
		"[]alloc.Resource": "resources", "[]alloc.RoleID": "roles", "[]alloc.Usage": "used", "[]alloc.Conversion": "conversions",
	}[t.String()]; name {
	case "used", "conversions":
		return fmt.Sprintf("r.%s(%s)", name, list)
	case "":
		row := &handlerReader{}
		s := h.structure(strings.TrimPrefix(f.ctype, "apportion_"))
		row.reserved(s, "x", f.name)
		row.fields(h, s, "x", t.Elem())
		return fmt.Sprintf("list(&r, %s, %q, func(x *%s) %s {\n%s\treturn %s{%s}\n\t})",
			list, f.name, f.ctype, t.Elem(), row.statements.String(), t.Elem(), strings.Join(row.values, ", "))
	default:
		return fmt.Sprintf("r.%s(%s, %q)", name, list, f.name)
	}
}
