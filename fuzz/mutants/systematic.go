package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"github.com/apportion/apportion/internal/must"
)

// sampled are files that faults are made in systematically: at so many of their
// places, spread evenly, an operator is turned into its neighbour, a condition into
// its opposite, or a step is left out.
var sampled = []struct {
	file  string
	count int
}{
	{"quantities/row.go", 4},
	{"quantities/matrix.go", 3},
	{"quantities/wide_row.go", 2},
	{"core/internal/resource/bag.go", 5},
	{"core/internal/resource/intervals.go", 5},
	{"core/internal/offerfilter/table.go", 2},
	{"core/internal/operations/conversion.go", 8},
	{"core/internal/agents/free.go", 2},
	{"core/internal/ledger/agent_total.go", 2},
	{"sorter/tournament.go", 3},
	{"sorter/name_labels.go", 3},
	{"capi/reader.go", 4},
	{"capi/submit.go", 3},
	{"capi/cycle.go", 3},
	{"capi/resources.go", 2},
	{"capi/frameworks.go", 2},
	{"fuzz/lane/witness.go", 6},
	{"fuzz/lane/rebuild.go", 3},
	{"fuzz/book/bag.go", 4},
	{"fuzz/book/holdings.go", 3},
	{"fuzz/book/quota.go", 2},
	{"fuzz/tape/names.go", 2},
}

// beside says what an operator is turned into.
var beside = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">", token.EQL: "!=", token.NEQ: "==",
	token.LAND: "||", token.LOR: "&&", token.SUB: "+", token.SUB_ASSIGN: "+=", token.ADD_ASSIGN: "-=",
	token.INC: "--", token.DEC: "++",
}

// systematic makes faults in the sampled files below a folder.
func systematic(dir string) (out []mutation) {
	for _, s := range sampled {
		all := places(s.file, string(must.Get(os.ReadFile(filepath.Join(dir, s.file)))))
		for i := range min(s.count, len(all)) {
			out = append(out, all[i*len(all)/min(s.count, len(all))])
		}
	}
	return out
}

// places are all faults that can be made in a file. They are called by their lines below
// the function's first.
func places(file, text string) (out []mutation) {
	set := token.NewFileSet()
	tree := must.Get(parser.ParseFile(set, file, text, parser.SkipObjectResolution))
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			from, to, replace := faultAt(n)
			if from == token.NoPos {
				return true
			}
			at := set.Position(from)
			old := text[at.Offset:set.Position(to).Offset]
			replace = strings.ReplaceAll(replace, "$", old)
			name := fmt.Sprintf("%s: line %d: %s", f.Name.Name, at.Line-set.Position(f.Pos()).Line, brief(replace))
			out = append(out, mutation{file: file, fault: fault{name, old, replace}, at: at.Offset})
			return true
		})
	}
	return out
}

// brief is a text in a line.
func brief(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 40 {
		text = text[:40] + "..."
	}
	return text
}

// faultAt is the fault that can be made of a part of a function: what of the text is
// replaced, and by what, where $ stands for what was there. It leaves what compiles.
func faultAt(n ast.Node) (from, to token.Pos, replace string) {
	switch x := n.(type) {
	case *ast.BinaryExpr:
		// Texts have no minus.
		if _, text := x.X.(*ast.BasicLit); beside[x.Op] != "" && !text {
			return x.OpPos, x.OpPos + token.Pos(len(x.Op.String())), beside[x.Op]
		}
	case *ast.IncDecStmt:
		return x.TokPos, x.TokPos + 2, beside[x.Tok]
	case *ast.AssignStmt:
		switch {
		case beside[x.Tok] != "":
			return x.TokPos, x.TokPos + token.Pos(len(x.Tok.String())), beside[x.Tok]
		case x.Tok == token.ASSIGN && len(x.Lhs) == 1:
			return x.Pos(), x.End(), "if false { $ }"
		}
	case *ast.ExprStmt:
		// Without a check nothing is wrong.
		if !strings.HasPrefix(types.ExprString(x.X), "must.") {
			return x.Pos(), x.End(), "if false { $ }"
		}
	}
	return token.NoPos, token.NoPos, ""
}

// unseen are faults that no check can see, and why they change nothing.
var unseen = map[string]string{
	"quantities/matrix.go: Grow: line 1: <": "what has as many rows already grows by none",
	"core/internal/ledger/agent_total.go: ApplyTotal: line 5: if false { resource.Poison(&x.Gone, &x.C...": "nobody keeps what is spoilt there",
	"sorter/name_labels.go: labelBetween: line 14: >":                                                      "labels are spread a little earlier, in the same order",
	"core/internal/cycle/guarantee_stage.go: role that lacks nothing refuses all":                          "it is asked of an agent alone on which something has come back, and its refusal is forgotten with that news",
	"capi/submit.go: submit: line 7: ==":                                                                   "only a library that is built to be tested has bugs planted",
}
