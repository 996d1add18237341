package apportion_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// write is where a package writes a field, or a variable, that another package of
// the module declares.
type write struct {
	From, To string // paths of packages
	Type     string // that has the field, "" where a variable is written
	Name     string
	File     string
	Line     int
}

func (w write) String() string {
	return fmt.Sprintf("%s writes %s of %s (%s:%d)", w.From, w.name(), w.To, w.File, w.Line)
}

func (w write) name() string { return strings.TrimPrefix(w.Type+"."+w.Name, ".") }

// writes returns where a package writes a field or variable that another declares: it
// assigns to it or to an element, increments it, takes its address, or passes it to delete,
// clear or copy. A struct in a local variable does not count, since nobody else holds it.
// Methods called on a field are for changes.
func (p pack) writes() []write {
	w := &writing{of: p}
	for _, file := range p.Syntax {
		ast.Inspect(file, w.see)
	}
	return w.found
}

type writing struct {
	of    pack
	found []write
}

func (w *writing) see(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.AssignStmt:
		for _, target := range node.Lhs {
			w.target(target, false)
		}
	case *ast.IncDecStmt:
		w.target(node.X, false)
	case *ast.RangeStmt:
		w.target(node.Key, false)
		w.target(node.Value, false)
	case *ast.UnaryExpr:
		if node.Op == token.AND {
			w.target(node.X, true)
		}
	case *ast.CallExpr:
		if name, ok := ast.Unparen(node.Fun).(*ast.Ident); ok && len(node.Args) > 0 {
			if builtin, ok := w.of.TypesInfo.Uses[name].(*types.Builtin); ok {
				switch builtin.Name() {
				case "delete", "clear", "copy":
					w.target(node.Args[0], false)
				}
			}
		}
	}
	return true
}

// target notes what of others is written with an expression. In x.a.b = 1, where a
// is a struct, both a and b are; in x.a[i].b = 1, where a is a slice, b and a's
// elements. The address of an element is no write to the slice.
func (w *writing) target(at ast.Expr, isAddress bool) {
	var reached []write // what lies in the same memory as what at names
	inside := false     // of a slice or map
	for {
		switch e := at.(type) {
		case *ast.ParenExpr:
			at = e.X
		case *ast.SliceExpr:
			inside = inside || !w.isArray(e.X)
			at = e.X
		case *ast.IndexExpr:
			if !w.isArray(e.X) {
				w.found = append(w.found, reached...)
				if isAddress {
					return
				}
				reached, inside = nil, true
			}
			at = e.X
		case *ast.SelectorExpr:
			selection, isField := w.of.TypesInfo.Selections[e]
			if !isField {
				w.found = append(w.found, w.another(reached, w.of.TypesInfo.Uses[e.Sel], "", e)...)
				return
			}
			if selection.Kind() != types.FieldVal {
				return
			}
			reached = w.another(reached, selection.Obj(), typeName(selection.Recv()), e)
			if inside || selection.Indirect() {
				w.found = append(w.found, reached...)
				return
			}
			at = e.X
		case *ast.Ident:
			if object := w.of.TypesInfo.Uses[e]; object != nil && object.Parent() == w.of.Types.Scope() {
				w.found = append(w.found, reached...)
			}
			return
		default:
			w.found = append(w.found, reached...)
			return
		}
	}
}

// another appends a variable or field if another package of the module declares it.
func (w *writing) another(all []write, object types.Object, of string, at *ast.SelectorExpr) []write {
	if object == nil || object.Pkg() == nil || object.Pkg() == w.of.Types {
		return all
	}
	owner := below(w.of.Module.Path, object.Pkg().Path())
	if owner == "" {
		return all
	}
	file, line := w.of.place(at.Pos())
	return append(all, write{From: w.of.path, To: owner, Type: of, Name: at.Sel.Name, File: file, Line: line})
}

// isArray reports whether the elements of x lie in x itself.
func (w *writing) isArray(x ast.Expr) bool {
	_, ok := w.of.TypesInfo.TypeOf(x).Underlying().(*types.Array)
	return ok
}

func typeName(t types.Type) string {
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		t = pointer.Elem()
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name()
	}
	return "struct"
}
