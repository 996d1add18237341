package house

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Write is where a package writes a field, or a variable, that another package of
// the module declares.
type Write struct {
	From, To string // paths of packages
	Type     string // that has the field, "" where a variable is written
	Name     string
	File     string
	Line     int
}

func (w Write) String() string {
	return fmt.Sprintf("%s writes %s of %s (%s:%d)", w.From, w.name(), w.To, w.File, w.Line)
}

func (w Write) name() string { return strings.TrimPrefix(w.Type+"."+w.Name, ".") }

// Writes returns where a package writes a field or variable that another declares: it
// assigns to it or to an element, increments it, takes its address, or passes it to delete,
// clear or copy. A struct in a local variable does not count, since nobody else holds it.
// Methods called on a field are for Changes.
func (h *House) Writes(p *Package) []Write {
	w := &writes{house: h, of: p}
	for _, file := range p.files {
		ast.Inspect(file, w.see)
	}
	return w.found
}

type writes struct {
	house *House
	of    *Package
	found []Write
}

func (w *writes) see(node ast.Node) bool {
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
			if builtin, ok := w.of.info.Uses[name].(*types.Builtin); ok {
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
func (w *writes) target(at ast.Expr, isAddress bool) {
	var reached []Write // what lies in the same memory as what at names
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
			selection, isField := w.of.info.Selections[e]
			if !isField {
				w.found = append(w.found, w.another(reached, w.of.info.Uses[e.Sel], "", e)...)
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
			if object := w.of.info.Uses[e]; object != nil && object.Parent() == w.of.types.Scope() {
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
func (w *writes) another(all []Write, object types.Object, of string, at *ast.SelectorExpr) []Write {
	if object == nil || object.Pkg() == nil || object.Pkg() == w.of.types {
		return all
	}
	owner := w.house.below(object.Pkg().Path())
	if owner == "" {
		return all
	}
	file, line := w.house.place(at.Pos())
	return append(all, Write{From: w.of.Path, To: owner, Type: of, Name: at.Sel.Name, File: file, Line: line})
}

// isArray reports whether the elements of x lie in x itself.
func (w *writes) isArray(x ast.Expr) bool {
	t := w.of.info.Types[x].Type
	if t == nil { // of C
		return false
	}
	_, ok := t.Underlying().(*types.Array)
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
