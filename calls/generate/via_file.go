package main

import (
	"fmt"
	"strings"
)

// viaFile is the calls of calls.Via, each of which goes as a value.
func viaFile(d *description) string {
	var out strings.Builder
	out.WriteString("package calls\n\nimport \"" + module + "core/alloc\"\n\n")
	for _, c := range d.calls {
		if !c.numbered() {
			continue
		}
		fmt.Fprintf(&out, "// %[1]s is core.Allocator.%[1]s.\nfunc (via *Via) %[1]s%[2]s {\nx := %[3]s\n", c.name, c.signature(), c.value())
		switch results := c.method.Results(); results.Len() {
		case 0:
			out.WriteString("_, err := via.Do(&x)\nvia.Failed(err)\n}\n\n")
		case 1:
			out.WriteString("_, err := via.Do(&x)\nreturn err\n}\n\n")
		default:
			fmt.Fprintf(&out, "result, err := via.Do(&x)\nreturn %s(result), err\n}\n\n", typeName(results.At(0).Type()))
		}
	}
	return out.String()
}

// numbered says whether a call is answered with a number at most: a cycle's outcome is more, and
// how long it took is told by whoever ran it.
func (c *call) numbered() bool { return c.name != "Allocate" && c.name != "RunTook" }

// signature is the method's, without its name.
func (c *call) signature() string { return strings.TrimPrefix(typeName(c.method), "func") }

// value is the call as a value, made of the method's arguments.
func (c *call) value() string {
	var fields []string
	for i := range c.method.Params().Len() {
		name := c.method.Params().At(i).Name()
		if c.whole {
			return fmt.Sprintf("%s(%s)", c.name, name)
		}
		fields = append(fields, c.form.Field(i).Name()+": "+name)
	}
	return fmt.Sprintf("%s{%s}", c.name, strings.Join(fields, ", "))
}
