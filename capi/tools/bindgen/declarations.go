package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// header is apportion.h taken apart.
type header struct {
	items      []item
	functions  []function
	structs    []structure
	constants  []constant
	operations []*operationCall
	handles    []handle
	release    string // what VERSION says
}

// handle is a struct of one field, which stands for something of the library's.
type handle struct {
	name  string // apportion_role
	ctype string // of its field: uint32_t
	field string // number
}

// structure is a struct, or the union of apportion_op.
type structure struct {
	name   string // without apportion_
	fields []field
	union  bool
}

// field is a member of a struct, or a parameter of a function.
type field struct {
	name     string
	ctype    string // without const and *
	pointer  bool
	constant bool
	length   int        // of an array; else 0
	inner    *structure // of a union
}

// constant is a macro with a number.
type constant struct {
	name    string // without APPORTION_
	value   string // as C has it, without parentheses
	comment string // behind it
}

// isRecord reports whether a struct starts with its size and may grow.
func (s *structure) isRecord() bool { return s.fields[0].name == "struct_size" }

func (h *header) structure(name string) *structure {
	for i := range h.structs {
		if h.structs[i].name == name {
			return &h.structs[i]
		}
	}
	return nil
}

var (
	commentPattern    = regexp.MustCompile(`(?s)/\*.*?\*/`)
	structPattern     = regexp.MustCompile(`(?s)typedef struct apportion_(\w+) \{\n(.*?)\n\} apportion_(\w+);`)
	unionPattern      = regexp.MustCompile(`(?s)union \{\n(.*?)\} (\w+);`)
	fieldPattern      = regexp.MustCompile(`^(const )?(\w+) (\*?)(\w+)(?:\[(\d+)\])?$`)
	handlePattern     = regexp.MustCompile(`(?m)^typedef struct (apportion_\w+) \{ (\w+) (\w+); \} apportion_\w+;`)
	operationPattern  = regexp.MustCompile(`(?m)^#define APPORTION_OP_(\w+) \d+ +/\* (\w+)[^*]*\*/`)
	constantsPattern  = regexp.MustCompile(`(?m)^#define APPORTION_(\w+) (\(\(int64_t\)\d+\)|\(?-?\d+u?\)?|INT64_M\w+)(?: */\* (.*) \*/|\s)`)
	prototypePattern  = regexp.MustCompile(`^int32_t apportion_\w+\(([^)]*)\)`)
	whitespacePattern = regexp.MustCompile(`\s+`)
)

func parseHeader(source string) (*header, error) {
	h := &header{items: parse(source)}
	for _, i := range h.items {
		h.constants = append(h.constants, constantsIn(i.code)...)
		if !strings.HasPrefix(i.code, "int32_t apportion_") {
			continue
		}
		f, err := parseFunction(i)
		if err != nil {
			return nil, err
		}
		f.parameters, err = parseParameters(f.prototype)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		h.functions = append(h.functions, f)
	}
	bare := commentPattern.ReplaceAllString(source, "")
	for _, m := range handlePattern.FindAllStringSubmatch(bare, -1) {
		h.handles = append(h.handles, handle{name: m[1], ctype: m[2], field: m[3]})
	}
	for _, m := range structPattern.FindAllStringSubmatch(bare, -1) {
		s := structure{name: m[1]}
		body := m[2]
		u := unionPattern.FindStringSubmatch(body)
		body = unionPattern.ReplaceAllString(body, "")
		var err error
		s.fields, err = parseFields(body, ";")
		if err == nil && u != nil {
			inner := &structure{name: s.name + "_members", union: true}
			inner.fields, err = parseFields(u[1], ";")
			s.fields = append(s.fields, field{name: u[2], inner: inner})
		}
		if err != nil || m[1] != m[3] {
			return nil, fmt.Errorf("struct apportion_%s: ends as %s: %v", m[1], m[3], err)
		}
		h.structs = append(h.structs, s)
	}
	return h, nil
}

func constantsIn(code string) []constant {
	var list []constant
	for _, m := range constantsPattern.FindAllStringSubmatch(code, -1) {
		list = append(list, constant{m[1], strings.Trim(strings.TrimPrefix(m[2], "((int64_t)"), "()"), m[3]})
	}
	return list
}

func parseParameters(prototype string) ([]field, error) {
	m := prototypePattern.FindStringSubmatch(prototype)
	if m == nil {
		return nil, fmt.Errorf("%q is no prototype", prototype)
	}
	if m[1] == "void" {
		return nil, nil
	}
	return parseFields(m[1], ",")
}

func parseFields(text, separator string) ([]field, error) {
	var list []field
	for _, part := range strings.Split(text, separator) {
		part = strings.TrimSpace(whitespacePattern.ReplaceAllString(part, " "))
		if part == "" {
			continue
		}
		m := fieldPattern.FindStringSubmatch(part)
		if m == nil {
			return nil, fmt.Errorf("%q is no declaration that bindgen knows", part)
		}
		f := field{name: m[4], ctype: m[2], pointer: m[3] != "", constant: m[1] != ""}
		f.length, _ = strconv.Atoi(m[5])
		list = append(list, f)
	}
	return list, nil
}

// scalars are the types of C's that the header has.
var scalars = []string{"char", "double", "int32_t", "int64_t", "size_t", "uint32_t", "uint64_t"}

// handle returns the handle of a type, nil if it is none.
func (h *header) handle(ctype string) *handle {
	i := slices.IndexFunc(h.handles, func(t handle) bool { return t.name == ctype })
	if i < 0 {
		return nil
	}
	return &h.handles[i]
}

// scalar returns C's own name of a number's type; that of a handle is its field's.
func (h *header) scalar(ctype string) string {
	if t := h.handle(ctype); t != nil {
		return t.ctype
	}
	return ctype
}
