package mesostest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// row is a line of one of the tables in README.md.
type row struct {
	mesos string // the test's name there, or empty for one of our own
	runs  int    // how often Mesos runs it, once for each parameter
	what  string
	file  string // where our test is
	test  string
}

var (
	mesosRow = regexp.MustCompile("^\\| `(\\w+)` \\| (\\d) \\| (.+) \\| \\[`(Test\\w+)`\\]\\((\\w+\\.go)\\) \\|$")
	ownRow   = regexp.MustCompile("^\\| (.+) \\| \\[`(Test\\w+)`\\]\\((\\w+\\.go)\\) \\|$")
)

// readTables reads the rows of all tables, and fails on a line of a table that
// it cannot read.
func readTables(t *testing.T) []row {
	t.Helper()
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	var rows []row
	for line := range strings.SplitSeq(string(text), "\n") {
		if !strings.Contains(line, "`Test") {
			continue
		}
		if m := mesosRow.FindStringSubmatch(line); m != nil {
			runs, err := strconv.Atoi(m[2])
			require.NoError(t, err)
			rows = append(rows, row{mesos: m[1], runs: runs, what: m[3], test: m[4], file: m[5]})
			continue
		}
		m := ownRow.FindStringSubmatch(line)
		require.NotNil(t, m, "line %q", line)
		rows = append(rows, row{what: m[1], test: m[2], file: m[3]})
	}
	return rows
}

// listTests returns the file of each test function of this package.
func listTests(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	tests := map[string]string{}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				tests[f.Name.Name] = name
			}
		}
	}
	return tests
}

// The tables name every test of this package, each of them once, and nothing
// else; the rows of Mesos's tests add up to as many as it runs.
func TestTablesAreComplete(t *testing.T) {
	got := map[string]string{}
	mesos := map[string]bool{}
	runs, disabled := 0, 0
	for _, r := range readTables(t) {
		require.NotContains(t, got, r.test)
		got[r.test] = r.file
		if r.mesos == "" {
			continue
		}
		require.False(t, mesos[r.mesos], r.mesos)
		mesos[r.mesos] = true
		runs += r.runs
		if r.runs == 0 {
			disabled++
		}
	}
	require.Equal(t, listTests(t), got)
	require.Equal(t, 84, runs)
	require.Equal(t, 3, disabled)
	require.Len(t, mesos, 78+3)
}
