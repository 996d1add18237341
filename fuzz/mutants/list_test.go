package main

import (
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "../.."

// Each fault has one place in the sources, a name of its own, and leaves a file
// that is Go with all others in it. Whether it is caught, make mutants shows.
func TestFaultsGoIntoOneFile(t *testing.T) {
	faults, err := allFaults(module)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(faults), 120)
	byFile, names := map[string]map[int]*mutation{}, map[string]bool{}
	for n, m := range faults {
		require.False(t, names[m.file+m.name], "two faults are called %q", m.name)
		names[m.file+m.name] = true
		if byFile[m.file] == nil {
			byFile[m.file] = map[int]*mutation{}
		}
		byFile[m.file][n] = m
	}
	for file, list := range byFile {
		content, err := os.ReadFile(filepath.Join(module, file))
		require.NoError(t, err)
		dir := t.TempDir()
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), content, 0o666))
		if err := weaveInto(dir, file, list); err != nil {
			t.Error(err)
			continue
		}
		_, err = parser.ParseFile(token.NewFileSet(), filepath.Join(dir, file), nil, 0)
		require.NoError(t, err, file)
	}
	for why := range unseen {
		require.True(t, slices.ContainsFunc(numbers(faults), func(n int) bool { return faults[n].file+": "+faults[n].name == why }), why)
	}
	require.Len(t, everyDay, 20)
	for _, name := range everyDay {
		require.True(t, slices.ContainsFunc(mutations, func(m mutation) bool { return m.name == name }), name)
	}
}

// Only tests that look for some of the faults are built. What is tried every day needs
// no library.
func TestTestsForFaults(t *testing.T) {
	faults, err := allFaults(module)
	require.NoError(t, err)
	require.Len(t, testsFor(faults), len(units)+1)
	tries, err := selection("", "1/1", true)
	require.NoError(t, err)
	maps.DeleteFunc(faults, func(n int, m *mutation) bool { return !tries(n, m) })
	require.Len(t, faults, len(everyDay))
	var programs []string
	for _, each := range testsFor(faults) {
		programs = append(programs, each.program)
	}
	require.Equal(t, []string{"sorter-tests", "core-tests"}, programs)
}

// What the programs import is copied, directly or not.
func TestFoldersOfTheHunter(t *testing.T) {
	list, err := folders(module)
	require.NoError(t, err)
	for _, name := range []string{"include", "capi", "core", "fuzz", "history", "internal", "journal", "quantities", "sorter"} {
		require.Contains(t, list, name)
	}
	require.NotContains(t, list, "sim")
}

// A function with a fault calls its twin if that one is chosen, whatever its
// parameters are called.
func TestWeave(t *testing.T) {
	text := `package p

func (t *tree[T]) add(_ int, list ...string) (n int) { return len(list) + 1 }

func plain(int) { println("x") }
`
	got, err := weave("p.go", text, map[int]*mutation{
		1: {fault: fault{"a", "+ 1", "- 1"}}, 2: {fault: fault{"b", `println("x")`, ""}},
	})
	require.NoError(t, err)
	require.Equal(t, `package p

func (t *tree[T]) add(unnamed0 int, list ...string) (n int) {
if chosenMutant == 1 { return t.add_1(unnamed0, list...) }
 return len(list) + 1 }

func (t *tree[T]) add_1(unnamed0 int, list ...string) (n int) { return len(list) - 1 }

func plain(unnamed0 int) {
if chosenMutant == 2 { plain_2(unnamed0); return }
 println("x") }

func plain_2(unnamed0 int) {  }
`, got)
	_, err = weave("p.go", "package p\n\nvar x = 1\n", map[int]*mutation{1: {fault: fault{"a", "1", "2"}}})
	require.ErrorContains(t, err, "in no function")
}
