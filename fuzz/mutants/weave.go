package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
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

// An edit replaces a part of a text.
type edit struct {
	from, to int
	text     string
}

func apply(text string, edits []edit) string {
	slices.SortStableFunc(edits, func(x, y edit) int { return cmp.Compare(y.from, x.from) })
	for _, e := range edits {
		text = text[:e.from] + e.text + text[e.to:]
	}
	return text
}

// weave puts faults into a file that are switched on by their numbers: a function
// with faults has a copy with each, which it calls instead of going on if that one
// is chosen.
func weave(file, text string, faults map[int]*mutation) (string, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	offset := func(p token.Pos) int { return set.Position(p).Offset }
	var edits []edit
	copies := map[*ast.FuncDecl][]int{}
	for _, number := range numbers(faults) {
		from, to := faults[number].place(text)
		f := around(tree, func(f *ast.FuncDecl) bool { return offset(f.Pos()) <= from && to <= offset(f.End()) })
		if f == nil {
			return "", fmt.Errorf("%s: is in no function of %s", faults[number].name, file)
		}
		copies[f] = append(copies[f], number)
	}
	for f, list := range copies {
		edits = append(edits, named(f, offset)...)
		calls, twins := "", ""
		for _, number := range list {
			m := faults[number]
			from, to := m.place(text)
			twin := []edit{{from, to, m.replace}, {offset(f.Name.Pos()), offset(f.Name.End()), twinOf(f, number)}}
			for _, e := range named(f, offset) {
				if e.to <= from || e.from >= to {
					twin = append(twin, e)
				}
			}
			for i := range twin {
				twin[i].from -= offset(f.Pos())
				twin[i].to -= offset(f.Pos())
			}
			twins += "\n\n" + apply(text[offset(f.Pos()):offset(f.End())], twin)
			calls += call(f, number)
		}
		edits = append(edits, edit{offset(f.Body.Lbrace) + 1, offset(f.Body.Lbrace) + 1, calls}, edit{offset(f.End()), offset(f.End()), twins})
	}
	return apply(text, edits), nil
}

func numbers(faults map[int]*mutation) []int { return slices.Sorted(maps.Keys(faults)) }

// around is the function in which something is.
func around(tree *ast.File, has func(*ast.FuncDecl) bool) *ast.FuncDecl {
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && has(f) {
			return f
		}
	}
	return nil
}

func twinOf(f *ast.FuncDecl, number int) string { return fmt.Sprintf("%s_%d", f.Name.Name, number) }

// named gives names to the parameters and the receiver that have none.
func named(f *ast.FuncDecl, offset func(token.Pos) int) []edit {
	var edits []edit
	n := 0
	lists := []*ast.FieldList{f.Type.Params}
	if f.Recv != nil {
		lists = append(lists, f.Recv)
	}
	for _, list := range lists {
		for _, field := range list.List {
			if len(field.Names) == 0 {
				edits = append(edits, edit{offset(field.Type.Pos()), offset(field.Type.Pos()), fmt.Sprintf("unnamed%d ", n)})
				n++
			}
			for _, name := range field.Names {
				if name.Name == "_" {
					edits = append(edits, edit{offset(name.Pos()), offset(name.End()), fmt.Sprintf("unnamed%d", n)})
					n++
				}
			}
		}
	}
	return edits
}

// call is what a function begins with that has a twin.
func call(f *ast.FuncDecl, number int) string {
	n := 0
	names := func(list *ast.FieldList) (out []string) {
		for _, field := range list.List {
			count := max(1, len(field.Names))
			for i := range count {
				name := fmt.Sprintf("unnamed%d", n)
				if len(field.Names) > 0 && field.Names[i].Name != "_" {
					name = field.Names[i].Name
				} else {
					n++
				}
				if _, variadic := field.Type.(*ast.Ellipsis); variadic {
					name += "..."
				}
				out = append(out, name)
			}
		}
		return out
	}
	arguments := strings.Join(names(f.Type.Params), ", ")
	target := twinOf(f, number)
	if f.Recv != nil {
		target = names(f.Recv)[0] + "." + target
	}
	if f.Type.TypeParams != nil {
		target += "[" + strings.Join(names(f.Type.TypeParams), ", ") + "]"
	}
	if f.Type.Results != nil {
		return fmt.Sprintf("\nif %s == %d { return %s(%s) }\n", chosen, number, target, arguments)
	}
	return fmt.Sprintf("\nif %s == %d { %s(%s); return }\n", chosen, number, target, arguments)
}
