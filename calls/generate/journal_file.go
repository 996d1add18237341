package main

import (
	"fmt"
	"strings"
)

// journalFile is the calls of journal.Allocator, each of which is recorded. Those of a
// cycle are written by hand.
func journalFile(d *description) string {
	var out strings.Builder
	out.WriteString("package journal\n\nimport (\n\"time\"\n\n\"" + module + "calls\"\n\"" + module + "core/alloc\"\n)\n\n")
	for _, c := range d.calls {
		if c.name != "Allocate" {
			out.WriteString(c.recording())
		}
	}
	return out.String()
}

// signature is the method's, without its name.
func (c *call) signature() string { return strings.TrimPrefix(typeName(c.method), "func") }

// value is the call as a value, made of the method's arguments.
func (c *call) value() string {
	var fields []string
	for i := range c.method.Params().Len() {
		name := c.method.Params().At(i).Name()
		if c.whole {
			return fmt.Sprintf("calls.%s(%s)", c.name, name)
		}
		fields = append(fields, c.form.Field(i).Name()+": "+name)
	}
	return fmt.Sprintf("calls.%s{%s}", c.name, strings.Join(fields, ", "))
}

// recording is the method that makes a call and records it.
func (c *call) recording() string {
	var arguments []string
	for p := range c.method.Params().Variables() {
		arguments = append(arguments, p.Name())
	}
	given := strings.Join(arguments, ", ")
	if c.method.Variadic() {
		given += "..."
	}
	op, write := "calls.Op"+c.name, "Append"
	if c.fixed {
		op, write = "calls.Fixed|"+op, "AppendFixed"
	}
	results, result, failed, end := "", "0", "nil", ""
	switch c.method.Results().Len() {
	case 1:
		results, failed, end = "err := ", "err", "return err\n"
	case 2:
		results, result, failed, end = "result, err := ", "uint64(result)", "err", "return result, err\n"
	}
	return fmt.Sprintf(`// %[1]s is core.Allocator.%[1]s.
func (a *Allocator) %[1]s%[2]s {
	%[3]sa.allocator.%[1]s(%[4]s)
	if a.begin(%[5]s) {
		x := %[6]s
		w := &a.recorder.buffer.w
		w.Buf = x.%[7]s(w.Buf)
		a.end(%[8]s, %[9]s)
	}
	%[10]s}

`, c.name, c.signature(), results, given, op, c.value(), write, result, failed, end)
}
