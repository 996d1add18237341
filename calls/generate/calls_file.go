package main

import (
	"fmt"
	"go/types"
	"strings"
)

// callsText is the file up to the methods of each call, with the module's path, the numbers of
// the calls, their names and how one is made, the methods of Target, and what writes and reads a call.
const callsText = `package calls

import (
"%[1]score/alloc"
"%[1]sinternal/hooks"
"%[1]sinternal/wire"
)

// The numbers of the calls.
const (
%[2]sOps // how many there are
)

var ops = [Ops]struct {
name string
empty func() Call
}{
%[3]s}

// Target is what calls are made on: core.Allocator, or another way to reach one.
type Target interface {
%[4]s}

// persist writes and reads the arguments of a call. It is as long as the list of calls.
func persist(c *wire.Codec, x Call) {
switch x := x.(type) {
%[5]sdefault:
panic("calls: not one of this package")
}
}

`

// callsFile is what package calls has of each call, but its declaration.
func callsFile(d *description) string {
	var ops, table, target, persist, methods strings.Builder
	v := &values{made: map[string]bool{}}
	for i, c := range d.calls {
		first := ""
		if i == 0 {
			first = " Op = iota"
		}
		fmt.Fprintf(&ops, "Op%s%s\n", c.name, first)
		fmt.Fprintf(&table, "Op%[1]s: {%[1]q, func() Call { return new(%[1]s) }},\n", c.name)
		if !c.hooked() {
			fmt.Fprintf(&target, "%s%s\n", c.name, c.signature())
		}
		owner := c.name
		if c.whole { // whose fields are those of a type of core's
			owner = c.argument()
		}
		fmt.Fprintf(&persist, "case *%s:\n%s", c.name, v.fields(c.form, owner))
		fmt.Fprintf(&methods, "func (*%s) Op() Op { return Op%s }\n\n", c.name, c.name)
		fmt.Fprintf(&methods, "func (x *%s) Apply(t Target) (uint64, error) {\n%s}\n\n", c.name, c.apply())
	}
	return fmt.Sprintf(callsText, module, ops.String(), table.String(), target.String(), persist.String()) +
		methods.String() + v.out.String()
}

// signature is the method's, without its name.
func (c *call) signature() string { return strings.TrimPrefix(typeName(c.method), "func") }

// argument is the name of the type of a call's one argument.
func (c *call) argument() string {
	return types.Unalias(c.method.Params().At(0).Type()).(*types.Named).Obj().Name()
}

// apply are the statements that make a call.
func (c *call) apply() string {
	if c.name == "Allocate" {
		return "var out alloc.Cycle\nt.Allocate(x.Now, &out)\nreturn 0, nil\n"
	}
	if c.hooked() {
		return fmt.Sprintf("hooks.%s(t, x.%s)\nreturn 0, nil\n", c.name, c.form.Field(0).Name())
	}
	var arguments []string
	for f := range c.form.Fields() {
		arguments = append(arguments, "x."+f.Name())
	}
	if c.whole {
		arguments = []string{fmt.Sprintf("%s(*x)", typeName(c.method.Params().At(0).Type()))}
	}
	made := fmt.Sprintf("t.%s(%s", c.name, strings.Join(arguments, ", "))
	if c.method.Variadic() {
		made += "..."
	}
	switch c.method.Results().Len() {
	case 0:
		return made + ")\nreturn 0, nil\n"
	case 1:
		return "return 0, " + made + ")\n"
	}
	return "result, err := " + made + ")\nreturn uint64(result), err\n"
}
