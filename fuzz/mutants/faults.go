package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apportion/apportion/internal/must"
)

// planted are the folders whose functions get faults, and spared those below them that have
// checks alone, or nothing that decides.
var (
	planted = []string{"core", "sorter", "internal/order", "quantities", "internal/rows", "internal/container"}
	spared  = []string{"core/costs", "core/mesostest", "core/internal/assert", "core/internal/statetest", "sorter/policytest"}
)

// A fault is one place of a function that an operator makes wrong. Its name has no text of the
// code: a refactoring leaves it what it is, or makes it another one.
type fault struct {
	file     string
	function string // core/internal/roles.(*Tree).Check
	operator string
	nth      int    // place of this operator in the function, from 1 on
	from, to int    // the part of the file that is replaced
	replace  string // by what: $ is the part, # whether the fault is switched on. It compiles
}

// Operators.
const (
	turned  = "condition turned"   // that of an if, or one side of && or ||
	moved   = "bound moved by one" // < becomes <=, and so on
	leftOut = "statement left out" // a call, an assignment, a count, or a way out
)

func (f *fault) String() string { return fmt.Sprintf("%s: %s %d", f.function, f.operator, f.nth) }

// folder is that of the fault's package.
func (f *fault) folder() string { return filepath.ToSlash(filepath.Dir(f.file)) }

// faultsOf are all faults that can be made in a module, by function.
func faultsOf(module string) map[string][]*fault {
	out := map[string][]*fault{}
	for _, folder := range planted {
		must.Do(filepath.WalkDir(filepath.Join(module, folder), func(path string, e fs.DirEntry, err error) error {
			file := filepath.ToSlash(must.Get(filepath.Rel(module, path)))
			switch {
			case err != nil:
				return err
			case e.IsDir() && (slices.Contains(spared, file) || e.Name() == "testdata"):
				return fs.SkipDir
			case !e.IsDir() && decides(path):
				for _, f := range faultsIn(file, string(must.Get(os.ReadFile(path)))) {
					out[f.function] = append(out[f.function], f)
				}
			}
			return nil
		}))
	}
	return out
}

// decides reports whether a file is built, was written by hand, and is no check itself.
func decides(path string) bool {
	folder, name := filepath.Split(path)
	is, err := build.Default.MatchFile(folder, name)
	return err == nil && is && strings.HasSuffix(name, ".go") &&
		!strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "_generated.go") && !strings.HasPrefix(name, "invariants")
}

// faultsIn are all faults that can be made in a file.
func faultsIn(file, text string) (out []*fault) {
	set := token.NewFileSet()
	tree := must.Get(parser.ParseFile(set, file, text, parser.SkipObjectResolution))
	part := func(n ast.Node) (from, to int) { return set.Position(n.Pos()).Offset, set.Position(n.End()).Offset }
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		function, count := filepath.ToSlash(filepath.Dir(file))+"."+nameOf(f), map[string]int{}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			eachIn(n, func(operator string, at ast.Node, replace string) {
				from, to := part(at)
				if x, ok := at.(*ast.BinaryExpr); ok && operator == moved {
					replace = fmt.Sprintf(replace, text[from:set.Position(x.OpPos).Offset], text[set.Position(x.Y.Pos()).Offset:to])
				}
				count[operator]++
				out = append(out, &fault{file, function, operator, count[operator], from, to, replace})
			})
			return true
		})
	}
	return out
}

// nameOf is a function's name, with its receiver.
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	return "(" + types.ExprString(f.Recv.List[0].Type) + ")." + f.Name.Name
}

// neighbour is the bound that differs by one.
var neighbour = map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}

// eachIn calls add for each fault that can be made of a part of a function.
func eachIn(n ast.Node, add func(operator string, at ast.Node, replace string)) {
	const turn = "(($) != #)"
	statements := func(list []ast.Stmt) {
		for _, s := range list {
			if canBeLeftOut(s) {
				add(leftOut, s, "if !# { $ }")
			}
		}
	}
	switch x := n.(type) {
	case *ast.IfStmt:
		add(turned, x.Cond, turn)
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			add(turned, x.X, turn)
			add(turned, x.Y, turn)
		} else if other := neighbour[x.Op]; other != "" {
			add(moved, x, "(!# && ($) || # && (%s"+other+" %s))")
		}
	case *ast.BlockStmt:
		statements(x.List)
	case *ast.CaseClause:
		statements(x.Body)
	}
}

// canBeLeftOut reports whether a function compiles, and may be wrong, without a statement.
func canBeLeftOut(s ast.Stmt) bool {
	switch x := s.(type) {
	case *ast.ExprStmt:
		called := types.ExprString(x.X)
		return !strings.HasPrefix(called, "panic(") && !strings.HasPrefix(called, "assert.")
	case *ast.AssignStmt:
		return x.Tok != token.DEFINE && !isBlank(x.Lhs)
	case *ast.ReturnStmt:
		return len(x.Results) == 0
	case *ast.BranchStmt:
		return x.Tok == token.BREAK || x.Tok == token.CONTINUE
	case *ast.IncDecStmt, *ast.DeferStmt:
		return true
	}
	return false
}

// isBlank reports whether nothing is assigned to.
func isBlank(list []ast.Expr) bool {
	return !slices.ContainsFunc(list, func(x ast.Expr) bool { id, ok := x.(*ast.Ident); return !ok || id.Name != "_" })
}
