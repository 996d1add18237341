package main

import (
	"fmt"
	"slices"
	"strings"
)

// headerInGo returns a file that declares the header's types and constants for Go. It alone
// names them to cgo, which starts C's compiler several times for each file that does.
func headerInGo(h *header, _ string) (string, error) {
	types := slices.Clone(scalars)
	for _, t := range h.handles {
		types = append(types, t.name)
	}
	for i := range h.structs {
		types = append(types, "apportion_"+h.structs[i].name)
	}
	slices.Sort(types)
	var b strings.Builder
	b.WriteString(goHead + includesHeader + "// The header's types and constants by their own names.\ntype (\n")
	for _, t := range types {
		fmt.Fprintf(&b, "\t%s = C.%[1]s\n", t)
	}
	b.WriteString(")\n\nconst (\n")
	for _, c := range h.constants {
		fmt.Fprintf(&b, "\tAPPORTION_%s = C.APPORTION_%[1]s\n", c.name)
	}
	b.WriteString(")\n")
	return formatted(b.String())
}
