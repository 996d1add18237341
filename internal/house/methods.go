package house

import (
	"cmp"
	"go/types"
	"slices"
)

// TypeSize is how many methods a type declares, or an interface asks for.
type TypeSize struct {
	Package, Name string
	Methods       int
}

// TypeSizes returns the types of a package that have methods, those with most first.
func (p *Package) TypeSizes() []TypeSize {
	var sizes []TypeSize
	scope := p.types.Scope()
	for _, name := range scope.Names() {
		declared, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || declared.IsAlias() {
			continue
		}
		named, ok := declared.Type().(*types.Named)
		if !ok {
			continue
		}
		methods := named.NumMethods()
		if asked, ok := named.Underlying().(*types.Interface); ok {
			methods = asked.NumExplicitMethods()
		}
		if methods > 0 {
			sizes = append(sizes, TypeSize{p.Path, name, methods})
		}
	}
	slices.SortStableFunc(sizes, func(a, b TypeSize) int { return cmp.Compare(b.Methods, a.Methods) })
	return sizes
}
