package apportion_test

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// unnameable returns what a package exports with a type that nobody outside of the module can name, as
// "Type.Method: type": parameters and results of functions and methods, fields, variables.
func (p pack) unnameable() (list []string) {
	report := func(what string, t types.Type) {
		for _, name := range internalTypes(t, nil) {
			list = append(list, fmt.Sprintf("%s.%s: %s", p.path, what, name))
		}
	}
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		object := scope.Lookup(name)
		if !object.Exported() {
			continue
		}
		declared, isType := object.(*types.TypeName)
		if !isType {
			report(name, object.Type())
			continue
		}
		named, isNamed := declared.Type().(*types.Named)
		if !isNamed || declared.IsAlias() {
			report(name, declared.Type())
			continue
		}
		for method := range named.Methods() {
			if method.Exported() {
				report(name+"."+method.Name(), method.Type())
			}
		}
		report(name, named.Underlying())
	}
	return list
}

// internalTypes are the types of internal packages that a type is written with, in what is exported
// of it. seen are those around it.
func internalTypes(t types.Type, seen []types.Type) []string {
	if slices.Contains(seen, t) {
		return nil
	}
	seen = append(seen, t)
	var of []types.Type
	switch t := t.(type) {
	case interface{ Obj() *types.TypeName }:
		if pkg := t.Obj().Pkg(); pkg != nil && strings.Contains("/"+pkg.Path()+"/", "/internal/") {
			return []string{typeName(t.(types.Type))}
		}
	case interface{ Elem() types.Type }:
		of = append(of, t.Elem())
		if m, isMap := t.(*types.Map); isMap {
			of = append(of, m.Key())
		}
	case *types.Signature:
		of = append(of, t.Params(), t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			of = append(of, v.Type())
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() {
				of = append(of, f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if m.Exported() {
				of = append(of, m.Type())
			}
		}
	}
	var names []string
	for _, each := range of {
		names = append(names, internalTypes(each, seen)...)
	}
	return names
}
