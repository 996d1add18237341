package main

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const sample = `package p

func (t *tree[T]) add(n int) int {
	if n < 3 && t != nil {
		t.count++
		return n
	}
	for i := 0; i <= n; i++ {
		t.grow()
	}
	return 0
}

func leave() { return }
`

func TestFaultsOfAFunctionByOperator(t *testing.T) {
	var names, broken []string
	for _, f := range faultsIn("core/p/p.go", sample) {
		names = append(names, f.String())
		broken = append(broken, plant(sample, []*fault{f}))
		_, err := format.Source([]byte(broken[len(broken)-1]))
		require.NoError(t, err, f)
	}
	require.Equal(t, []string{
		"core/p.(*tree[T]).add: condition turned 1", // all of it, then either side
		"core/p.(*tree[T]).add: condition turned 2",
		"core/p.(*tree[T]).add: condition turned 3",
		"core/p.(*tree[T]).add: bound moved by one 1",
	}, names[:4])
	require.Contains(t, broken[0], `if ((n < 3 && t != nil) != (chosenMutant == "core/p.(*tree[T]).add: condition turned 1")) {`)
	require.Contains(t, broken[3], `if (!(chosenMutant == "core/p.(*tree[T]).add: bound moved by one 1") && (n < 3) || `+
		`(chosenMutant == "core/p.(*tree[T]).add: bound moved by one 1") && (n <= 3)) && t != nil {`)
	require.Contains(t, broken[4], `if !(chosenMutant == "core/p.(*tree[T]).add: statement left out 1") { t.count++ }`)
	require.Contains(t, names, "core/p.leave: statement left out 1")
}

func TestSeveralFaultsGoIntoAFile(t *testing.T) {
	all := faultsIn("core/p/p.go", sample)
	got := plant(sample, []*fault{all[0], all[len(all)-1]})
	require.Contains(t, got, all[0].String())
	require.Contains(t, got, "{ if !(chosenMutant == \"core/p.leave: statement left out 1\") { return } }")
}

// What is drawn of a function stays when another one comes, goes or moves to another file.
func TestDraw(t *testing.T) {
	all := faultsOf("../..")
	require.Greater(t, len(all), 1000)
	first := draw(all, nil, 1, 20)
	require.Len(t, first, 20)
	require.NotEqual(t, first, draw(all, nil, 2, 20))
	delete(all, first[3].function)
	require.Equal(t, first[4:], draw(all, nil, 1, 19)[3:])

	equal := readEqual("# head\n" + first[4].String() + " = it is the same\n")
	require.Equal(t, map[string]string{first[4].String(): "it is the same"}, equal)
	for _, f := range draw(all, equal, 1, 20) {
		require.NotEqual(t, first[4].String(), f.String())
	}
}

// A check finds a fault that is switched on in a copy of the module, and nothing without.
func TestFaultIsFound(t *testing.T) {
	module, dir := t.TempDir(), t.TempDir()
	for file, text := range map[string]string{
		"go.mod":       "module m\n",
		"p/p.go":       "package p\n\nfunc Even(n int) bool {\n\tif n&1 == 1 {\n\t\treturn false\n\t}\n\treturn true\n}\n",
		"p/of_test.go": "package p\n\nimport \"testing\"\n\nfunc TestEven(t *testing.T) {\n\tif !Even(2) {\n\t\tt.Fatal()\n\t}\n}\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(module, file)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(module, file), []byte(text), 0o666))
	}
	require.NoError(t, exec.Command("git", "init", "-q", module).Run())
	text, err := os.ReadFile(filepath.Join(module, "p/p.go"))
	require.NoError(t, err)
	f := faultsIn("p/p.go", string(text))[0]
	copyWith(module, dir, []*fault{f})
	w := &workshop{dir: dir, built: map[string]*check{}}
	c := w.tests("p")
	require.NoError(t, c.sound())
	require.Equal(t, "tests of p: --- FAIL: TestEven", c.finds(f))
	require.Empty(t, c.finds(nil))
	require.Same(t, c, w.checksOf(f)[0])
}

// All faults are looked for by the quickest check before any by the next, which is not built where
// enough have been found.
func TestCostlyChecksAreForFaultsThatOthersLeave(t *testing.T) {
	w := &workshop{dir: t.TempDir(), built: map[string]*check{}}
	var asked []string
	program := func(name, finds string) {
		w.built[name] = &check{name: name, folder: w.dir, run: []string{"sh", "-c", finds}, sound: func() error {
			asked = append(asked, name)
			return nil
		}}
	}
	program("conformance", `case "$`+chosen+`" in *first*) exit 1; esac`)
	program("tests of core/mesostest", "exit 1")
	program("hunt", "exit 1")
	faults := []*fault{{function: "core/second"}, {function: "core/first"}}
	found, err := w.each(faults, 1, 1)
	require.NoError(t, err)
	require.Equal(t, 1, found)
	require.Equal(t, []string{"conformance", "conformance"}, asked)

	asked = nil
	found, err = w.each(faults, 1, 2)
	require.NoError(t, err)
	require.Equal(t, 2, found)
	require.Equal(t, []string{"conformance", "conformance", "tests of core/mesostest"}, asked)
}
