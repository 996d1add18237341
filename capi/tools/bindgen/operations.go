package main

import (
	"fmt"
	"slices"
	"strings"
)

// operationCall is the function that does what an operation does, and how its
// arguments fill in the member of the union.
type operationCall struct {
	name       string  // of the operation's constant, without APPORTION_OP_
	member     field   // of the union, with the name "none" if it reads none
	parameters []field // without the instance and the result
	out        *field  // the result, nil if there is none
	fill       fill
}

// fill says what a member of the union, or a struct in it, is made of.
type fill struct {
	ctype     string // of a struct that parts fill in; without const and *
	parameter string // or the parameter that it is, or 0
	parts     []part
}

// part is a field of a struct and what it is made of.
type part struct {
	field string
	fill
}

// matchOperations matches all operations with functions.
func (h *header) matchOperations(source string) error {
	for _, m := range operationPattern.FindAllStringSubmatch(source, -1) {
		if m[1] == "MIN_SIZE" {
			continue
		}
		c, err := h.operationCall(m[1], m[2])
		if err != nil {
			return fmt.Errorf("operation %s: %w", m[1], err)
		}
		h.operations = append(h.operations, c)
	}
	return nil
}

// operationCall matches an operation, which reads a member of the union, with the function
// of its name.
func (h *header) operationCall(operation, member string) (*operationCall, error) {
	c := &operationCall{name: operation, member: field{name: member}}
	name := "apportion_" + strings.ToLower(operation)
	var all []field
	for i := range h.functions {
		if h.functions[i].name == name {
			all = h.functions[i].parameters
		}
	}
	if len(all) == 0 || all[0].ctype != "apportion_instance" {
		return nil, fmt.Errorf("%s takes no instance, or is not there", name)
	}
	c.parameters = all[1:]
	if last := all[len(all)-1]; last.pointer && !last.constant {
		c.out, c.parameters = &last, all[1:len(all)-1]
	}
	if member == "none" {
		return c, nil
	}
	operations := h.structure("op")
	members := operations.fields[len(operations.fields)-1].inner
	i := slices.IndexFunc(members.fields, func(f field) bool { return f.name == member })
	if i < 0 {
		return nil, fmt.Errorf("the union has no member %s", member)
	}
	c.member = members.fields[i]
	left := slices.Clone(c.parameters)
	var err error
	c.fill, err = h.fillOf(&c.member, &left)
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("no field takes the parameter %s", left[0].name)
	}
	return c, err
}

// fillOf takes what a field is made of from the parameters that are left: the one
// of the same name and type, else the first of the same type. A struct takes its
// fields one by one; those called reserved are 0.
func (h *header) fillOf(f *field, left *[]field) (fill, error) {
	s := h.structure(strings.TrimPrefix(f.ctype, "apportion_"))
	if s == nil || f.pointer {
		return takeParameter(f, left)
	}
	whole := fill{ctype: f.ctype}
	// By name first, so that of two fields of one type each gets its own.
	taken := map[string]fill{}
	for i := range s.fields {
		if x, ok := takeNamed(&s.fields[i], left); ok {
			taken[s.fields[i].name] = x
		}
	}
	for i := range s.fields {
		inner := &s.fields[i]
		x, ok := taken[inner.name]
		if inner.name == "reserved" {
			x, ok = fill{parameter: "0"}, true
		}
		if !ok {
			var err error
			if x, err = h.fillOf(inner, left); err != nil {
				return fill{}, err
			}
		}
		whole.parts = append(whole.parts, part{inner.name, x})
	}
	return whole, nil
}

func takeNamed(f *field, left *[]field) (fill, bool) {
	for i, p := range *left {
		if p.name == f.name && p.ctype == f.ctype && p.pointer == f.pointer {
			*left = append((*left)[:i:i], (*left)[i+1:]...)
			return fill{parameter: p.name}, true
		}
	}
	return fill{}, false
}

func takeParameter(f *field, left *[]field) (fill, error) {
	if x, ok := takeNamed(f, left); ok {
		return x, nil
	}
	for i, p := range *left {
		if p.ctype == f.ctype && p.pointer == f.pointer {
			*left = append((*left)[:i:i], (*left)[i+1:]...)
			return fill{parameter: p.name}, nil
		}
	}
	return fill{}, fmt.Errorf("no parameter is left for the field %s", f.name)
}
