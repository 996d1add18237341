package costs

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/steps"
)

// TestStepsGrowAsDocumented measures with a program that has counters in all that core is made
// of.
func TestStepsGrowAsDocumented(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds core anew")
	}
	program := filepath.Join(t.TempDir(), "costs")
	build := exec.Command("go", slices.Concat([]string{"build", "-o", program}, steps.Flags("core/costs/measure"), []string{"./measure"})...)
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	run := exec.Command(program)
	run.Env = append(os.Environ(), "GOCOVERDIR="+t.TempDir())
	out, err = run.CombinedOutput()
	require.NoError(t, err, string(out))
}

// undocumented are calls whose documentation says nothing of their cost.
var undocumented = []string{"ExplainAgent", "ExplainRole"}

// TestCostsAreDocumented: each call says what it costs, and those that are measured say what
// the list says that they do.
func TestCostsAreDocumented(t *testing.T) {
	//lint:ignore SA1019 go/doc takes what it reads
	packages, err := parser.ParseDir(token.NewFileSet(), "..", nil, parser.ParseComments)
	require.NoError(t, err)
	files := map[string]*ast.File{}
	for name, file := range packages["core"].Files {
		if !strings.HasSuffix(name, "_test.go") {
			files[name] = file
		}
	}
	costs := map[string]string{}
	//lint:ignore SA1019 go/doc takes nothing else
	for _, typ := range doc.New(&ast.Package{Name: "core", Files: files}, "core", 0).Types {
		if typ.Name != "Allocator" && typ.Name != "View" {
			continue
		}
		for _, method := range typ.Methods {
			_, cost, found := strings.Cut(strings.Join(strings.Fields(strings.ReplaceAll(method.Doc, "\n\n", " ¶ ")), " "), "Cost: ")
			cost, _, _ = strings.Cut(cost, " ¶")
			costs[method.Name] = strings.TrimSpace(cost)
			require.True(t, found || slices.Contains(undocumented, method.Name), "%s says nothing of its cost", method.Name)
		}
	}
	for _, x := range list {
		if !slices.Contains(undocumented, x.name) {
			require.Equal(t, x.cost, costs[x.name], "cost of %s", x.name)
		}
	}
}
