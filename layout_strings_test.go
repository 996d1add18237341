package apportion_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// comparesStrings returns where a package compares texts that are not known beforehand, or looks
// one up in a map.
func (p pack) comparesStrings() (places []string) {
	isText := func(x ast.Expr) bool {
		at := p.TypesInfo.Types[x]
		if at.Type == nil || at.Value != nil {
			return false
		}
		basic, ok := at.Type.Underlying().(*types.Basic)
		return ok && basic.Info()&types.IsString != 0
	}
	note := func(node ast.Node) {
		file, line := p.place(node.Pos())
		places = append(places, fmt.Sprintf("%s/%s:%d", p.path, file, line))
	}
	for _, file := range p.Syntax {
		ast.Inspect(file, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.BinaryExpr:
				switch node.Op {
				case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
					if isText(node.X) && isText(node.Y) {
						note(node)
					}
				}
			case *ast.IndexExpr:
				if t := p.TypesInfo.Types[node.X].Type; t != nil && isText(node.Index) {
					if _, ok := t.Underlying().(*types.Map); ok {
						note(node)
					}
				}
			case *ast.CallExpr:
				if selector, ok := ast.Unparen(node.Fun).(*ast.SelectorExpr); ok && len(node.Args) == 2 && selector.Sel.Name == "Compare" && isText(node.Args[0]) {
					note(node)
				}
			}
			return true
		})
	}
	return places
}
