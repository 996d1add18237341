package house

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Changes returns where a package changes what lies in a field that another package of the module
// declares, by calling a method of a third one: x.field.Set(1). A method of the package that declares
// the field is that package's own way to write. A field that is a pointer, or an interface, does not
// count, since what it points to is no part of the struct; nor does a method that a type has by
// embedding: it is that type's own.
func (h *House) Changes(p *Package) []Write {
	changing := h.changing()
	w := &writes{house: h, of: p}
	for _, file := range p.files {
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			if method, on := p.methodCalled(call); method != nil && changing[method] {
				w.within(on, method)
			}
			return true
		})
	}
	return w.found
}

// within notes the fields of others in whose memory x lies, on which a method is called.
func (w *writes) within(x ast.Expr, method *types.Func) {
	for {
		switch e := ast.Unparen(x).(type) {
		case *ast.IndexExpr:
			x = e.X
		case *ast.SliceExpr:
			x = e.X
		case *ast.SelectorExpr:
			selection := w.of.info.Selections[e]
			if selection == nil || selection.Kind() != types.FieldVal || refers(selection.Type()) {
				return
			}
			if selection.Obj().Pkg() != method.Pkg() {
				w.found = w.another(w.found, selection.Obj(), typeName(selection.Recv()), e)
			}
			x = e.X
		default:
			return
		}
	}
}

// refers reports whether what has a type only refers to what it stands for.
func refers(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Signature, *types.Chan:
		return true
	}
	return false
}

// methodCalled returns the method of this module that is called, and on what; nil if none is.
func (p *Package) methodCalled(call *ast.CallExpr) (*types.Func, ast.Expr) {
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, nil
	}
	selection := p.info.Selections[selector]
	if selection == nil || selection.Kind() != types.MethodVal || len(selection.Index()) > 1 {
		return nil, nil
	}
	method, _ := selection.Obj().(*types.Func)
	return method.Origin(), selector.X
}

// changing returns the methods of the module that change what they are called on: they assign to
// it, or to what lies in it, or call a method on that which does.
func (h *House) changing() map[*types.Func]bool {
	if h.changes != nil {
		return h.changes
	}
	h.changes = map[*types.Func]bool{}
	for again := true; again; {
		again = false
		for _, p := range h.Packages {
			for _, file := range p.files {
				for _, declared := range file.Decls {
					function, ok := declared.(*ast.FuncDecl)
					if !ok || function.Recv == nil || function.Body == nil || len(function.Recv.List[0].Names) == 0 {
						continue
					}
					method, _ := p.info.Defs[function.Name].(*types.Func)
					if method == nil || h.changes[method] {
						continue
					}
					if p.changesReceiver(function, h.changes) {
						h.changes[method], again = true, true
					}
				}
			}
		}
	}
	return h.changes
}

func (p *Package) changesReceiver(function *ast.FuncDecl, changing map[*types.Func]bool) (does bool) {
	receiver := p.info.Defs[function.Recv.List[0].Names[0]]
	_, byPointer := receiver.Type().Underlying().(*types.Pointer)
	// holds reports whether x lies in the receiver, or in a list of it.
	holds := func(x ast.Expr) bool {
		inList := false
		for {
			switch e := ast.Unparen(x).(type) {
			case *ast.StarExpr:
				x = e.X
			case *ast.IndexExpr:
				inList = true
				x = e.X
			case *ast.SliceExpr:
				inList = true
				x = e.X
			case *ast.SelectorExpr:
				selection := p.info.Selections[e]
				if selection == nil || selection.Kind() != types.FieldVal {
					return false
				}
				if _, throughPointer := p.info.Types[e.X].Type.Underlying().(*types.Pointer); throughPointer {
					_, isReceiver := ast.Unparen(e.X).(*ast.Ident)
					if !isReceiver {
						return false
					}
				}
				x = e.X
			case *ast.Ident:
				return p.info.Uses[e] == receiver && (byPointer || inList)
			default:
				return false
			}
		}
	}
	inList := func(x ast.Expr) bool { return holds(&ast.IndexExpr{X: x}) }
	ast.Inspect(function.Body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.AssignStmt:
			if node.Tok != token.DEFINE {
				for _, target := range node.Lhs {
					_, isName := ast.Unparen(target).(*ast.Ident)
					does = does || !isName && holds(target)
				}
			}
		case *ast.IncDecStmt:
			does = does || holds(node.X)
		case *ast.CallExpr:
			if name, ok := ast.Unparen(node.Fun).(*ast.Ident); ok && len(node.Args) > 0 {
				if builtin, ok := p.info.Uses[name].(*types.Builtin); ok {
					switch builtin.Name() {
					case "delete", "clear", "copy":
						does = does || inList(node.Args[0])
					}
				}
			} else if method, on := p.methodCalled(node); method != nil && changing[method] {
				_, isName := ast.Unparen(on).(*ast.Ident)
				does = does || holds(on) || isName && p.info.Uses[ast.Unparen(on).(*ast.Ident)] == receiver
			}
		}
		return !does
	})
	return does
}
