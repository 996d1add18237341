package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/must"
)

const module = "../.."

// Each fault has one place in the sources, a name of its own, and leaves a file
// that is Go with all others in it. Whether it is caught, make mutants shows.
func TestFaultsGoIntoOneFile(t *testing.T) {
	faults := allFaults(module)
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
		if err := must.Catch(func() { weaveInto(dir, file, list) }); err != nil {
			t.Error(err)
			continue
		}
		_, err = parser.ParseFile(token.NewFileSet(), filepath.Join(dir, file), nil, 0)
		require.NoError(t, err, file)
	}
	for why := range unseen {
		require.True(t, slices.ContainsFunc(numbers(faults), func(n int) bool { return faults[n].file+": "+faults[n].name == why }), why)
	}
	everyDay := 0
	for _, m := range faults {
		if m.everyDay {
			everyDay++
		}
	}
	require.Equal(t, 20, everyDay)
}

func TestReadFaults(t *testing.T) {
	list, err := readFaults("# head\na/b.go\n  one (every day)\n    `\"x\"`\n    \"y\\n\"\n  two\n    \"z\"\n    \"\"\n")
	require.NoError(t, err)
	require.Equal(t, []mutation{{file: "a/b.go", fault: fault{"one", `"x"`, "y\n"}, everyDay: true}, {file: "a/b.go", fault: fault{"two", "z", ""}}}, list)
	for _, wrong := range []string{"a.go\n   one\n", "a.go\n  one\n    x\n", "a.go\n    \"x\"\n", "a.go\n  one\n    \"1\"\n    \"2\"\n    \"3\"\n"} {
		_, err := readFaults(wrong)
		require.ErrorContains(t, err, "faults.txt: line ", wrong)
	}
}

// What a fault was found by last is tried first, and then everything else.
func TestAttempts(t *testing.T) {
	w := open("")
	attempts := func(file, first string) (out []string) {
		for _, a := range w.attempts(&mutation{file: file}, parseHint(first), time.Minute) {
			out = append(out, a.program.name+" "+strings.Join(a.arguments, " "))
		}
		return out
	}
	hunt := "hunter " + strings.Join(hunting(time.Minute), " ")
	core := "core-tests " + strings.Join(w.named("core-tests").arguments, " ")
	scout := "scout " + strings.Join(hunting(time.Minute, "-lanes", "scale"), " ")
	require.Equal(t, []string{hunt, core, scout}, attempts("core/clock.go", ""))
	require.Equal(t, []string{hunt, core, scout}, attempts("core/clock.go", "unknown TestA"))
	require.Equal(t, []string{"hunter " + strings.Join(hunting(hinted), " ") + " -lanes model -seed 27", hunt, core, scout},
		attempts("core/clock.go", "hunter model 27"))
	require.Equal(t, []string{"core-tests -test.failfast -test.timeout 0 -test.run ^TestA$", hunt, core, scout},
		attempts("core/clock.go", "core-tests TestA"))
	require.Equal(t, []string{"e2e ", hunt, "e2e ", "garbage "}, attempts("capi/reader.go", "e2e"))
	w.lanes = "scale"
	require.Equal(t, []string{hunt + " -lanes scale"}, attempts("core/clock.go", "core-tests TestA"))
	w.lanes = ""
	witnesses := "witnesses " + strings.Join(w.named("witnesses").arguments, " ")
	require.Equal(t, []string{witnesses, hunt}, attempts("fuzz/lane/witness.go", ""))
	require.Equal(t, []string{witnesses, hunt}, attempts("fuzz/book/quota.go", ""))
}

// What programs say where they fail becomes a hint that leads there.
func TestReadFinding(t *testing.T) {
	for _, each := range []struct{ program, out, what, hint string }{
		{"hunter", "x\nFAILED lane core, seed 12, after 7 operations\n", "lane core, seed 12, after 7 operations", "hunter core 12"},
		{"hunter", "FAILED seed 9 of lane model: it does not end\n", "seed 9 of lane model: it does not end", "hunter model 9"},
		{"hunter", "fatal error: stack\n", "hunter ended: fatal error: stack", "hunter"},
		{"core-tests", "--- FAIL: TestA (0.00s)\n", "core-tests: TestA", "core-tests TestA"},
		{"e2e", "e2e.c:7: x == y\n", "e2e ended: e2e.c:7: x == y", "e2e"},
	} {
		f := readFinding(each.program, each.out)
		require.Equal(t, each.what, f.what)
		require.Equal(t, each.hint, f.hint.String())
		require.Equal(t, f.hint, parseHint(each.hint))
	}
}

// Of faults that there are no more, no hints are kept; those that are, are of programs that
// there are.
func TestHints(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(hintsFile)), 0o777))
	none := readHints(dir)
	require.Empty(t, none)
	m := &mutation{file: "core/clock.go", fault: fault{name: "a: b"}}
	hints := map[string]hint{m.key(): {hunterName, "core 3"}, "core/gone.go: c": {program: "e2e"}}
	writeHints(dir, hints, map[int]*mutation{1: m})
	delete(hints, "core/gone.go: c")
	read := readHints(dir)
	require.Equal(t, hints, read)

	kept := readHints(module)
	require.NotEmpty(t, kept)
	for key, h := range kept {
		require.NotNil(t, open("").named(h.program), key)
	}
}

// What the programs are made of is copied, and nothing that is large.
func TestSources(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, sources{os.DirFS(filepath.Join(module, "fuzz"))}))
	require.FileExists(t, filepath.Join(dir, "lane/lane.go"))
	require.NoFileExists(t, filepath.Join(dir, "mutants/hints.txt"))
	require.NoDirExists(t, filepath.Join(dir, "corpus"))
	require.NoDirExists(t, filepath.Join(dir, "lane/testdata"))
}

// A function with a fault carries out its copy with it if that one is chosen.
func TestWeave(t *testing.T) {
	text := `package p

func (t *tree[T]) add(_ int, list ...string) (n int) { return len(list) + 1 }

func plain(int) { println("x") }
`
	got := weave("p.go", text, map[int]*mutation{
		1: {fault: fault{"a", "+ 1", "- 1"}}, 2: {fault: fault{"b", `println("x")`, ""}}, 3: {fault: fault{"c", `"x"`, `"y"`}},
	})
	require.Equal(t, `package p

func (t *tree[T]) add(_ int, list ...string) (n int) {
if chosenMutant == 1 { return len(list) - 1 }
 return len(list) + 1 }

func plain(int) {
if chosenMutant == 2 {  
return }

if chosenMutant == 3 { println("y") 
return }
 println("x") }
`, got)
	err := must.Catch(func() { weave("p.go", "package p\n\nvar x = 1\n", map[int]*mutation{1: {fault: fault{"a", "1", "2"}}}) })
	require.ErrorContains(t, err, "in no function")
}
