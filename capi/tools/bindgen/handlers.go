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
// member's field of that name. They are read in their order, and the first fault is the error.
func (h *header) handler(c *operationCall) string {
	name := goName(c.name)
	call, ok := callNamed(name)
	if !ok {
		panic("package calls has no " + name)
	}
	method := strings.ToLower(name[:1]) + name[1:]
	m := h.structure(strings.TrimPrefix(c.member.ctype, "apportion_"))
	if m == nil {
		return fmt.Sprintf("\nfunc (in *instance) %s() error {\n\t_, err := (&calls.%s{}).Apply(in.core)\n\treturn err\n}\n", method, name)
	}
	return fmt.Sprintf(`
func (in *instance) %s(m *%s) error {
	var r reader
	%sc := calls.%s{%s}
	if r.err == nil {
		_, r.err = c.Apply(in.core)
	}
	return r.err
}
`, method, c.member.ctype, checkReserved(m, "m", strings.ToLower(c.name)), name, h.readFields(m, "m", call))
}

func callNamed(name string) (reflect.Type, bool) {
	for o := range calls.Ops {
		if o.String() == name {
			return reflect.TypeOf(calls.New(o)).Elem(), true
		}
	}
	return nil, false
}

// checkReserved checks what has no meaning yet.
func checkReserved(s *structure, at, what string) string {
	if slices.ContainsFunc(s.fields, func(f field) bool { return f.name == "reserved" }) {
		return fmt.Sprintf("r.reserved(%s.reserved, %q)\n", at, what)
	}
	return ""
}

// readFields are the fields of a struct, each with what reads it.
func (h *header) readFields(s *structure, at string, t reflect.Type) string {
	var values []string
	for f := range t.Fields() {
		values = append(values, f.Name+": "+h.readField(s, at, f))
	}
	return strings.Join(values, ", ")
}

func (h *header) readField(s *structure, at string, f reflect.StructField) string {
	if f.Type == reflect.TypeFor[alloc.Quota]() { // whose fields are the struct's
		return fmt.Sprintf("alloc.Quota{%s}", h.readFields(s, at, f.Type))
	}
	name := strings.ToLower(words.ReplaceAllString(f.Name, "${1}_$2"))
	if other, ok := inHeader[name]; ok {
		name = other
	}
	i := slices.IndexFunc(s.fields, func(x field) bool { return x.name == name })
	if i < 0 {
		panic(fmt.Sprintf("apportion_%s has no %s", s.name, name))
	}
	if f.Type.Kind() == reflect.Slice && s.fields[i].pointer {
		return h.readList(&s.fields[i], fmt.Sprintf("%s.%s, %s.%s", at, name, at, s.fields[i+1].name), f.Type)
	}
	return readOne(at+"."+name, name, f.Type)
}

// readOne is what reads one value.
func readOne(at, name string, t reflect.Type) string {
	switch t.String() {
	case "alloc.AgentID", "alloc.FrameworkID":
		return fmt.Sprintf("in.%s(%s)", strings.ToLower(strings.TrimSuffix(t.Name(), "ID")), at)
	case "alloc.RoleID":
		return "alloc.RoleID(" + at + ".number)"
	case "[]alloc.Quantity":
		return fmt.Sprintf("r.quantities(%s, %q)", at, name)
	}
	switch t.Kind() {
	case reflect.Bool:
		return fmt.Sprintf("r.yes(%s, %q)", at, name)
	case reflect.String:
		read := fmt.Sprintf("r.str(%s, %q)", at, name)
		if t != reflect.TypeFor[string]() {
			read = fmt.Sprintf("alloc.%s(%s)", t.Name(), read)
		}
		return read
	case reflect.Uint8:
		return fmt.Sprintf("%s(narrow(%s))", t, at)
	}
	return fmt.Sprintf("%s(%s)", t, at)
}

// readList is what reads a list.
func (h *header) readList(f *field, list string, t reflect.Type) string {
	switch name := map[string]string{
		"[]alloc.Resource": "resources", "[]alloc.RoleID": "roles", "[]alloc.Usage": "used", "[]alloc.Conversion": "conversions",
	}[t.String()]; name {
	case "used", "conversions":
		return fmt.Sprintf("r.%s(%s)", name, list)
	case "":
		s := h.structure(strings.TrimPrefix(f.ctype, "apportion_"))
		return fmt.Sprintf("list(&r, %s, APPORTION_MAX_COUNT, %q, func(x *%s) %s {\n%sreturn %s{%s}\n})",
			list, f.name, f.ctype, t.Elem(), checkReserved(s, "x", f.name), t.Elem(), h.readFields(s, "x", t.Elem()))
	default:
		return fmt.Sprintf("r.%s(%s, %q)", name, list, f.name)
	}
}
