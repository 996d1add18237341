package differential

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A refusal is a call of the core and a code that it refuses with.
type documentedRefusal struct{ call, code string }

// tooMuch are refusals that no test can bring about, because they take millions
// of things at a time.
var tooMuch = map[documentedRefusal]string{
	{"InternRole", "CodeLimit"}: "2^22 roles",
	{"InternItem", "CodeLimit"}: "7,340,032 items of sets",

	{"WouldFit", "CodeLimit"}:        "2^22 roles",
	{"ExplainStanding", "CodeLimit"}: "2^22 roles",
}

// codeless are calls whose errors have no code.
var codeless = []string{"Validate", "Snapshot", "Restore"}

// What a call's documentation says of its errors is what it does: each code with
// which it refuses a generated history or a call of refused_calls_test.go is
// listed, and each code that is listed comes up.
func TestErrorsAreDocumented(t *testing.T) {
	listed := documented(t)
	seen := observed(t)
	for _, call := range slices.Sorted(maps.Keys(listed)) {
		codes := listed[call]
		if codes == nil {
			t.Errorf("%s: its documentation lacks \"Errors: ...\"", call)
			continue
		}
		if !seen.calls[call] {
			t.Errorf("%s: nobody called it", call)
		}
		for _, code := range codes {
			x := documentedRefusal{call, code}
			_, exempt := tooMuch[x]
			switch _, came := seen.refusals[x]; {
			case !came && !exempt:
				t.Errorf("%s: lists %s, but no call was refused with it", call, code)
			case came && exempt:
				t.Errorf("%s: is refused with %s after all, so that it needs no exemption", call, code)
			}
		}
	}
	var unlisted []string
	for x, text := range seen.refusals {
		if !slices.Contains(listed[x.call], x.code) {
			unlisted = append(unlisted, x.call+": doesn't list "+x.code+": "+text)
		}
	}
	require.Empty(t, slices.Sorted(slices.Values(unlisted)))
	for x := range tooMuch {
		require.Contains(t, listed[x.call], x.code, "%s is exempt, but not listed", x.call)
	}
}

// documented are the codes that the documentation of each function and method of
// the core and its types lists which returns an error; nil if it has no list.
func documented(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, f := range append(functionsOf(t, "core"), functionsOf(t, "core/alloc")...) {
		if returnsError(f.Decl) && !slices.Contains(codeless, f.Name) {
			out[f.Name] = codesIn(f.Doc)
		}
	}
	require.Contains(t, out, "New")
	require.Contains(t, out, "RecoverResources")
	require.Contains(t, out, "AgentTotal")
	require.Contains(t, out, "ValidateRole")
	return out
}

// functionsOf are the functions of a package, and an allocator's methods.
func functionsOf(t *testing.T, folder string) []*doc.Func {
	t.Helper()
	files, err := filepath.Glob("../../" + folder + "/*.go")
	require.NoError(t, err)
	set := token.NewFileSet()
	var sources []*ast.File
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			source, err := parser.ParseFile(set, file, nil, parser.ParseComments)
			require.NoError(t, err)
			sources = append(sources, source)
		}
	}
	pkg, err := doc.NewFromFiles(set, sources, folder)
	require.NoError(t, err)
	functions := pkg.Funcs
	for _, typ := range pkg.Types {
		functions = append(functions, typ.Funcs...)
		if typ.Name == "Allocator" || typ.Name == "View" {
			functions = append(functions, typ.Methods...)
		}
	}
	return functions
}

func returnsError(f *ast.FuncDecl) bool {
	return f.Type.Results != nil && slices.ContainsFunc(f.Type.Results.List, func(r *ast.Field) bool {
		name, ok := r.Type.(*ast.Ident)
		return ok && name.Name == "error"
	})
}

var (
	errorsParagraph = regexp.MustCompile(`(?m)^Errors: (.+(?:\n.+)*)`)
	codeName        = regexp.MustCompile(`\bCode[A-Z]\w*`)
)

// codesIn are the codes in the paragraph of a documentation that lists the errors.
func codesIn(text string) []string {
	m := errorsParagraph.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	return append([]string{}, codeName.FindAllString(m[1], -1)...)
}

// observed carries out generated histories, one for each setup, and the calls of
// refused_calls_test.go.
func observed(t *testing.T) *observations {
	t.Helper()
	seen := &observations{calls: map[string]bool{}, refusals: map[documentedRefusal]string{}}
	for seed := range uint64(16) {
		g := Everything.Open(seed, nil)
		g.opponents = nil
		_, f := g.Play(0)
		require.NoError(t, failed(f))
		g.subject.Target = newRecorder(g.subject.core, seen) // which notes refusals
		_, f = g.Play(120)
		require.NoError(t, failed(f))
	}
	require.Greater(t, len(seen.refusals), 20, "the histories contain refused calls")
	refuseEach(t, seen)
	return seen
}
