package apportion_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	root   = "github.com/apportion/apportion"
	module = root + "/"
)

// layers of the house from the ground up: a package may import packages of
// its own layer's folder and of the layers below.
var layers = [][]string{{"internal"}, {"quantities"}, {"sorter"}, {"core"}, {"calls"}, {"history", "report"}, {"journal"}, {"sim"}, {"capi", "bench", "fuzz", "cmd"}}

// parts of core that stand alone, from the ground up. None imports core itself.
var parts = [][]string{{"resource", "prefetch", "jsontext"}, {"offerfilter", "shrinkorder"}}

// pure are the folders that import nothing but the standard library and each
// other.
var pure = []string{"internal", "quantities", "sorter", "core", "capi"}

func TestImportsGoOneWay(t *testing.T) {
	level := map[string]int{}
	for i, folders := range layers {
		for _, folder := range folders {
			level[folder] = i
		}
	}
	for path, imports := range packages(t) {
		own := folderOf(path)
		require.Contains(t, level, own, "%s is in no layer", path)
		for _, imported := range imports {
			if !strings.HasPrefix(imported, module) {
				continue
			}
			other := folderOf(imported)
			below := level[other] < level[own]
			tool := own == "cmd" || own == "bench" // they show and measure everything but the C library
			require.True(t, below || other == own || tool && other == "fuzz" || own == "cmd" && other == "bench", "%s imports %s", path, imported)
		}
	}
}

func TestPartsOfCoreStandAlone(t *testing.T) {
	const inner = module + "core/internal/"
	level := map[string]int{}
	for i, folders := range parts {
		for _, folder := range folders {
			level[folder] = i
		}
	}
	seen := 0
	for path, imports := range packages(t) {
		own, ok := strings.CutPrefix(path, inner)
		if !ok {
			continue
		}
		seen++
		require.Contains(t, level, own, "%s is in no layer", path)
		for _, imported := range imports {
			require.NotEqual(t, module+"core", imported, path)
			if other, ok := strings.CutPrefix(imported, inner); ok {
				require.Less(t, level[other], level[own], "%s imports %s", path, imported)
			}
		}
	}
	require.Len(t, level, seen)
}

func TestPureFoldersImportLittle(t *testing.T) {
	for path, imports := range packages(t) {
		for _, folder := range pure {
			if folderOf(path) != folder {
				continue
			}
			for _, imported := range imports {
				require.True(t, isAllowed(imported), "%s imports %s", path, imported)
			}
		}
		if folderOf(path) != "capi" {
			require.NotContains(t, imports, "C", "%s uses cgo", path)
		}
	}
}

// isAllowed reports whether a path is of the standard library (no dot in its
// first element) or of this module.
func isAllowed(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return path == root || strings.HasPrefix(path, module) || !strings.Contains(first, ".")
}

func folderOf(path string) string {
	folder, _, _ := strings.Cut(strings.TrimPrefix(path, module), "/")
	return folder
}

// packages lists the imports of all packages, tests left out.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-pgo=off", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	require.NoError(t, err)
	list := map[string][]string{}
	for line := range bytes.Lines(out) {
		fields := strings.Fields(string(line))
		if fields[0] != root {
			list[fields[0]] = fields[1:]
		}
	}
	require.Greater(t, len(list), 5)
	return list
}
