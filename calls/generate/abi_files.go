package main

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"unicode"
)

// byHand are calls that C++ has in another form, of which runner/*.cpp have the functions.
var byHand = []string{
	"InternRole", "InternKind", "InternItem", "AddAgent", "UpdateAgent", "SetWhitelist", "AddFramework", "UpdateFramework",
	"UpdateAvailable", "SetPolicy", "SetLending",
}

// runnerFile is the runner's function for each call.
func runnerFile(d *description) string {
	r := &runner{made: map[string]bool{}}
	var functions, declared, cases strings.Builder
	for i, c := range d.calls {
		if !c.numbered() {
			continue
		}
		name := cppName(c.name)
		fmt.Fprintf(&cases, "    case first_call + %d: return %s;\n", i, name)
		if slices.Contains(byHand, c.name) {
			fmt.Fprintf(&declared, "void %s(call& c);\n", name)
			continue
		}
		var reads, names []string
		r.arguments(c.form, &reads, &names)
		given := strings.Join(names, ", ")
		fmt.Fprintf(&functions, "void %s(call& c) {\n%s  c.change([&](auto& to) { to.%s(%s); });\n}\n\n", name, strings.Join(reads, ""), name, given)
	}
	return "#include \"call.hpp\"\n\nnamespace runner {\n\n" + declared.String() + "\nnamespace {\n\n" + r.lists.String() + functions.String() +
		"}  // namespace\n\nhandler find_call(std::uint16_t request) noexcept {\n  switch (request) {\n" + cases.String() +
		"    default: return nullptr;\n  }\n}\n\n}  // namespace runner\n"
}

// numbered says whether a host makes a call, and is answered with a number at most: a cycle's
// outcome is more.
func (c *call) numbered() bool { return c.name != "Allocate" && !c.hooked() }

// cppName is the name of a call's function in C++.
func cppName(name string) string {
	if name == "TransitionOfferedToAllocated" {
		return "transition"
	}
	return snake(strings.Replace(name, "Intern", "Declare", 1))
}

func snake(name string) string {
	var out strings.Builder
	for i, c := range name {
		if unicode.IsUpper(c) && i > 0 {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(c))
	}
	return out.String()
}

// runner makes the functions that read lists of the structs that only the runner's
// functions for calls name.
type runner struct {
	made  map[string]bool
	lists strings.Builder
}

// arguments are the statements that read a struct's fields, and what these are called.
func (r *runner) arguments(form *types.Struct, reads, names *[]string) {
	for f := range form.Fields() {
		if s, ok := f.Type().Underlying().(*types.Struct); ok {
			r.arguments(s, reads, names)
			continue
		}
		name := snake(f.Name())
		*reads = append(*reads, fmt.Sprintf("  const auto %s = %s;\n", name, r.read("c.in", f.Type())))
		*names = append(*names, name)
	}
}

// read is the expression that reads a value.
func (r *runner) read(in string, t types.Type) string {
	t = types.Unalias(t)
	named, _ := t.(*types.Named)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case named != nil && slices.Contains([]string{"AgentID", "FrameworkID", "RoleID"}, named.Obj().Name()):
			return in + "." + snake(strings.TrimSuffix(named.Obj().Name(), "ID")) + "()"
		case u.Kind() == types.Uint8:
			return in + ".u32()"
		}
		return in + "." + map[types.BasicKind]string{
			types.Bool: "flag", types.Float64: "f64", types.Int: "i64", types.Int64: "i64", types.Uint32: "u32", types.Uint64: "u64", types.String: "string",
		}[u.Kind()] + "()"
	case *types.Pointer:
		return in + "." + snake(types.Unalias(u.Elem()).(*types.Named).Obj().Name()) + "()"
	case *types.Slice:
		return r.list(in, u.Elem())
	}
	panic("the runner has no " + typeName(t))
}

// known are the lists that runner/arguments.hpp has.
var known = map[string]string{
	"alloc.Resource": "resources", "alloc.Usage": "usages", "alloc.Conversion": "conversions", "alloc.Quantity": "quantities",
	"alloc.RoleQuota": "role_quotas", "alloc.RoleID": "roles", "alloc.KindID": "kinds", "alloc.AgentID": "agents", "alloc.SetItemID": "items",
}

func (r *runner) list(in string, elem types.Type) string {
	if name, ok := known[typeName(elem)]; ok {
		return in + "." + name + "()"
	}
	row := snake(types.Unalias(elem).(*types.Named).Obj().Name())
	if !r.made[row] {
		r.made[row] = true
		var reads, names []string
		r.arguments(elem.Underlying().(*types.Struct), &reads, &names)
		fmt.Fprintf(&r.lists, "apportion::view<apportion::%[1]s> %[1]ss(call& c) {\n  return c.in.list([&] {\n  %[2]s    return apportion::make_%[1]s(%[3]s);\n  });\n}\n\n",
			row, strings.Join(reads, "  "), strings.Join(names, ", "))
	}
	return row + "s(c)"
}
