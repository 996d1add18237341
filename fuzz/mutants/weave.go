package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"

	"github.com/apportion/apportion/internal/must"
)

// chosen is the variable by which a program knows which fault it has.
const chosen = "chosenMutant"

// switchFile is added to each package that has faults.
const switchFile = `package %s

import (
	"os"
	"strconv"
)

// ` + chosen + ` is the number of the fault that is switched on, 0 for none.
var ` + chosen + ` = func() int {
	n, _ := strconv.Atoi(os.Getenv("APPORTION_MUTANT"))
	return n
}()
`

// weave puts faults into a file that are switched on by their numbers: a function with
// faults begins with a copy of its body with each, which is all if that one is chosen.
func weave(file, text string, faults map[int]*mutation) string {
	set := token.NewFileSet()
	tree := must.Get(parser.ParseFile(set, file, text, parser.SkipObjectResolution))
	copies := map[int]string{} // by where a body begins
	for _, number := range numbers(faults) {
		m := faults[number]
		from, to := m.place(text)
		i := slices.IndexFunc(tree.Decls, func(d ast.Decl) bool {
			f, ok := d.(*ast.FuncDecl)
			return ok && f.Body != nil && set.Position(f.Body.Pos()).Offset <= from && to <= set.Position(f.Body.End()).Offset
		})
		if i < 0 {
			must.Fail("%s: is in no function of %s", m.name, file)
		}
		f := tree.Decls[i].(*ast.FuncDecl)
		begin, end := set.Position(f.Body.Pos()).Offset, set.Position(f.Body.End()).Offset
		body := text[begin:from] + m.replace + text[to:end]
		if f.Type.Results == nil {
			body = body[:len(body)-1] + "\nreturn }"
		}
		copies[begin+1] += fmt.Sprintf("\nif %s == %d %s\n", chosen, number, body)
	}
	for _, begin := range slices.Backward(slices.Sorted(maps.Keys(copies))) {
		text = text[:begin] + copies[begin] + text[begin:]
	}
	return text
}

func numbers(faults map[int]*mutation) []int { return slices.Sorted(maps.Keys(faults)) }
