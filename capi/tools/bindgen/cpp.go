package main

import (
	"fmt"
	"slices"
	"strings"
)

const (
	cppBegin = "// ---- begin: %s; bindgen writes it, do not edit\n"
	cppEnd   = "// ---- end: %s\n"
)

// cpp replaces the generated parts of apportion.hpp.
func cpp(h *header, before string) (string, error) {
	single, batched := h.cppOperations()
	for _, part := range []struct{ name, indent, text string }{
		{"rows", "", h.cppRows()},
		{"codes", "    ", h.cppCodes()},
		{"rows of numbers", "", h.cppMakers()},
		{"operations of a batch", "  ", batched},
		{"operations", "  ", single},
	} {
		begin := part.indent + fmt.Sprintf(cppBegin, part.name)
		end := part.indent + fmt.Sprintf(cppEnd, part.name)
		head, rest, ok := strings.Cut(before, begin)
		_, tail, closed := strings.Cut(rest, end)
		if !ok || !closed {
			return "", fmt.Errorf("the marks of the generated %s are not there", part.name)
		}
		before = head + begin + part.text + end + tail
	}
	return before, nil
}

// isRow reports whether a struct is an element of arrays.
func (s *structure) isRow() bool {
	return !s.isRecord() && s.name != "str" && !strings.HasPrefix(s.name, "op_")
}

// hasIDs reports whether a row is not C's own in C++: it has handles or numbers that have
// types there, or refers to rows that do.
func (h *header) hasIDs(s *structure) bool {
	return s.isRow() && slices.ContainsFunc(s.fields, func(f field) bool {
		return h.handle(f.ctype) != nil || h.isIDRow(f.ctype)
	})
}

// isIDRow reports whether a type of C's is a row that hasIDs.
func (h *header) isIDRow(ctype string) bool {
	return slices.ContainsFunc(h.structs, func(s structure) bool { return "apportion_"+s.name == ctype && h.hasIDs(&s) })
}

func (h *header) cppRows() string {
	var aliases, structs strings.Builder
	for i := range h.structs {
		switch s := &h.structs[i]; {
		case !s.isRow():
		case h.hasIDs(s):
			fmt.Fprintf(&structs, "\nstruct APPORTION_MAY_ALIAS %s {\n  using c_type = apportion_%s;\n", s.name, s.name)
			for j := range s.fields {
				fmt.Fprintf(&structs, "  %s %s;\n", h.cppMember(&s.fields[j]), s.fields[j].name)
			}
			structs.WriteString("  operator c_type() const noexcept { return detail::copied<c_type>(*this); }\n};\n")
		default:
			fmt.Fprintf(&aliases, "using %s = apportion_%s;\n", cppName(s.name), s.name)
		}
	}
	return aliases.String() + "\n// Rows with handles and numbers: apportion_offer and so on, member for member.\n" + structs.String()[1:]
}

// cppMember returns the type of a row's member.
func (h *header) cppMember(f *field) string {
	if f.pointer {
		return "const " + h.cppType(f.ctype) + "*"
	}
	return h.cppType(f.ctype)
}

// cppMakers returns functions that fill in rows of numbers which calls are passed;
// resources have their own.
func (h *header) cppMakers() string {
	var b strings.Builder
	for i := range h.structs {
		s := &h.structs[i]
		if s.name == "resource" || !h.isPassedRow(s) {
			continue
		}
		var parameters, values []string
		for _, f := range s.fields {
			if f.name == "reserved" {
				values = append(values, "0")
				continue
			}
			values = append(values, f.name)
			parameters = append(parameters, h.cppType(f.ctype)+" "+f.name)
		}
		cppWrapped(&b, "\ninline "+s.name+" make_"+s.name+"(", parameters, ") noexcept {")
		fmt.Fprintf(&b, "  return {%s};\n}\n", strings.Join(values, ", "))
	}
	return b.String()[1:]
}

// isPassedRow reports whether a struct is a row of numbers which calls are passed: the core
// has one like it.
func (h *header) isPassedRow(s *structure) bool {
	passed := func(f field) bool { return f.ctype == "apportion_"+s.name && f.constant }
	return s.isRow() && !slices.ContainsFunc(s.fields, func(f field) bool { return f.pointer || !slices.Contains(scalars, h.scalar(f.ctype)) }) &&
		slices.ContainsFunc(h.functions, func(f function) bool { return slices.ContainsFunc(f.parameters, passed) })
}

// cppName is a struct's name in C++, where quantities are those of metrics.
func cppName(name string) string {
	if name == "quantities" {
		return "quantity_list"
	}
	return name
}

func (h *header) cppType(ctype string) string {
	name, ours := strings.CutPrefix(ctype, "apportion_")
	switch {
	case ctype == "apportion_str", ctype == "double":
		return ctype
	case h.handle(ctype) != nil:
		return name + "_id"
	case ours:
		return cppName(name)
	}
	return "std::" + ctype
}

func (h *header) cppCodes() string {
	var b strings.Builder
	for _, c := range h.constants {
		if name, ok := strings.CutPrefix(c.name, "E_"); ok {
			fmt.Fprintf(&b, "    case APPORTION_%s: return %q;\n", c.name, name)
		}
	}
	return b.String()
}

// cppByHand are the calls whose arguments or results C++ has in its own way, in an
// allocator ("") and in a batch ("batch ").
var cppByHand = []string{"set_policy", "batch set_policy", "update_unavailability", "batch update_unavailability", "update_available"}

// cppFlags are the numbers that are a bool, and cppDefaults the last arguments
// that may be left out.
var (
	cppFlags    = []string{"active", "allocated", "excluded"}
	cppDefaults = map[string]string{"add_framework active": "true", "add_framework used": "{}", "add_resource_provider used": "{}",
		"recover_resources refuse_nanos": "APPORTION_NO_FILTER", "recover_resources allocated": "false",
		"suppress_offers roles": "{}", "revive_offers roles": "{}"}
)

// cppOperations returns the functions of allocator and of batch that carry out, or
// append, an operation.
func (h *header) cppOperations() (single, batched string) {
	var alone, together strings.Builder
	for _, c := range h.operations {
		name := strings.ToLower(c.name)
		if !slices.Contains(cppByHand, name) {
			h.cppSingle(&alone, c, name)
		}
		if !slices.Contains(cppByHand, "batch "+name) {
			h.cppBatched(&together, c, name)
		}
	}
	return alone.String()[1:], together.String()[1:]
}

// cppParameters returns C++'s parameters of a call, and what each of C's is made
// of. A batch keeps what they point to, and takes records that are C's own, since it copies none.
func (h *header) cppParameters(c *operationCall, name string, batched bool) (parameters []string, of map[string]string) {
	of = map[string]string{"0": "0"}
	for i := 0; i < len(c.parameters); i++ {
		p := &c.parameters[i]
		t, made := h.cppType(p.ctype), p.name
		switch {
		case p.pointer && i+1 < len(c.parameters) && c.parameters[i+1].ctype == "size_t":
			made = p.name + ".data()"
			of[c.parameters[i+1].name] = p.name + ".size()"
			i++
			view, text := "view", "std::string_view"
			if batched {
				view, text = "kept_view", "kept_text"
			}
			t = view + "<" + t + ">"
			switch {
			case p.ctype == "char":
				t = text
			case h.handle(p.ctype) != nil || h.isIDRow(p.ctype):
				made = "detail::as_c(" + made + ")"
			}
		case p.pointer && batched:
			t, made = "kept_record<"+p.ctype+">", p.name+".get()"
		case p.pointer:
			t, made = "const "+t+"&", "&c"
		case slices.Contains(cppFlags, p.name):
			t, made = "bool", p.name+" ? 1u : 0u"
		}
		of[p.name] = made
		parameter := t + " " + p.name
		if d, ok := cppDefaults[name+" "+p.name]; ok {
			parameter += " = " + d
		}
		parameters = append(parameters, parameter)
	}
	return parameters, of
}

func (h *header) cppSingle(b *strings.Builder, c *operationCall, name string) {
	parameters, of := h.cppParameters(c, name, false)
	result := "void"
	if c.out != nil {
		result = h.cppType(c.out.ctype)
	}
	cppWrapped(b, "\n  answer<"+result+"> "+name+"(", parameters, ") {")
	arguments := []string{"instance_"}
	for _, p := range c.parameters {
		if of[p.name] == "&c" {
			fmt.Fprintf(b, "    const %s c = detail::to_c(%s);\n", p.ctype, p.name)
		}
		arguments = append(arguments, of[p.name])
	}
	if c.out != nil {
		fmt.Fprintf(b, "    %s %s{};\n", h.cppOut(c), c.out.name)
		arguments = append(arguments, "&"+c.out.name)
	}
	if c.out == nil {
		cppWrapped(b, "    return done(apportion_"+name+"(", arguments, "));")
	} else {
		cppWrapped(b, "    const std::int32_t code = apportion_"+name+"(", arguments, ");")
		fmt.Fprintf(b, "    return done(code, %s(%s));\n", result, c.out.name)
	}
	b.WriteString("  }\n")
}

// cppOut is C's type of a result.
func (h *header) cppOut(c *operationCall) string {
	if h.handle(c.out.ctype) != nil {
		return c.out.ctype
	}
	return h.cppType(c.out.ctype)
}

func (h *header) cppBatched(b *strings.Builder, c *operationCall, name string) {
	parameters, of := h.cppParameters(c, name, true)
	cppWrapped(b, "\n  void "+name+"(", parameters, ") {")
	add := "    add(APPORTION_OP_" + c.name + ")"
	switch {
	case c.member.name == "none":
		b.WriteString(add + ";\n")
	case c.fill.parameter != "":
		fmt.Fprintf(b, "%s.u.%s = %s;\n", add, c.member.name, of[c.fill.parameter])
	default:
		var values []string
		for i := range c.fill.parts {
			values = append(values, cppFill(&c.fill.parts[i].fill, of))
		}
		cppWrapped(b, add+".u."+c.member.name+" = {", values, "};")
	}
	b.WriteString("  }\n")
}

func cppFill(f *fill, of map[string]string) string {
	if f.parameter != "" {
		return of[f.parameter]
	}
	var values []string
	for i := range f.parts {
		values = append(values, cppFill(&f.parts[i].fill, of))
	}
	return "{" + strings.Join(values, ", ") + "}"
}

// cppWrapped writes a list in lines of at most 80 columns.
func cppWrapped(b *strings.Builder, head string, list []string, tail string) {
	line := head
	for i, item := range list {
		if i+1 < len(list) {
			item += ","
		} else {
			item += tail
		}
		if open := strings.TrimLeft(line, "\n"); len(open)+1+len(item) > 80 && strings.TrimSpace(line) != "" {
			b.WriteString(line + "\n")
			line = "       "
		}
		if line != head && !strings.HasSuffix(line, "(") {
			line += " "
		}
		line += item
	}
	if len(list) == 0 {
		line += tail
	}
	b.WriteString(line + "\n")
}
