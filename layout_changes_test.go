package apportion_test

import (
	"go/ast"
	"go/token"
	"go/types"
)

// changes returns where a package changes what lies in a field that another package of the module
// declares, by calling a method of a third one: x.field.Set(1). A method of the package that declares
// the field is that package's own way to write. A field that is a pointer, or an interface, does not
// count, since what it points to is no part of the struct; nor does a method that a type has by
// embedding: it is that type's own.
func (p pack) changes(changing methods) []write {
	w := &writing{of: p}
	for _, file := range p.Syntax {
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
func (w *writing) within(x ast.Expr, method *types.Func) {
	for {
		switch e := ast.Unparen(x).(type) {
		case *ast.IndexExpr:
			x = e.X
		case *ast.SliceExpr:
			x = e.X
		case *ast.SelectorExpr:
			selection := w.of.TypesInfo.Selections[e]
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
func (p pack) methodCalled(call *ast.CallExpr) (*types.Func, ast.Expr) {
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, nil
	}
	selection := p.TypesInfo.Selections[selector]
	if selection == nil || selection.Kind() != types.MethodVal || len(selection.Index()) > 1 {
		return nil, nil
	}
	method, _ := selection.Obj().(*types.Func)
	return method.Origin(), selector.X
}

type methods map[*types.Func]bool

// changingMethods returns the methods of packages that change what they are called on: they assign to
// it, or to what lies in it, or call a method on that which does.
func changingMethods(all []pack) methods {
	changing := methods{}
	for again := true; again; {
		again = false
		for _, p := range all {
			for _, file := range p.Syntax {
				for _, declared := range file.Decls {
					function, ok := declared.(*ast.FuncDecl)
					if !ok || function.Recv == nil || function.Body == nil || len(function.Recv.List[0].Names) == 0 {
						continue
					}
					method, _ := p.TypesInfo.Defs[function.Name].(*types.Func)
					if method == nil || changing[method] {
						continue
					}
					if p.changesReceiver(function, changing) {
						changing[method], again = true, true
					}
				}
			}
		}
	}
	return changing
}

func (p pack) changesReceiver(function *ast.FuncDecl, changing methods) (does bool) {
	receiver := p.TypesInfo.Defs[function.Recv.List[0].Names[0]]
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
				selection := p.TypesInfo.Selections[e]
				if selection == nil || selection.Kind() != types.FieldVal {
					return false
				}
				if _, throughPointer := p.TypesInfo.Types[e.X].Type.Underlying().(*types.Pointer); throughPointer {
					_, isReceiver := ast.Unparen(e.X).(*ast.Ident)
					if !isReceiver {
						return false
					}
				}
				x = e.X
			case *ast.Ident:
				return p.TypesInfo.Uses[e] == receiver && (byPointer || inList)
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
				if builtin, ok := p.TypesInfo.Uses[name].(*types.Builtin); ok {
					switch builtin.Name() {
					case "delete", "clear", "copy":
						does = does || inList(node.Args[0])
					}
				}
			} else if method, on := p.methodCalled(node); method != nil && changing[method] {
				_, isName := ast.Unparen(on).(*ast.Ident)
				does = does || holds(on) || isName && p.TypesInfo.Uses[ast.Unparen(on).(*ast.Ident)] == receiver
			}
		}
		return !does
	})
	return does
}
