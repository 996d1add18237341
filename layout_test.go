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
var layers = [][]string{{"internal"}, {"quantities"}, {"sorter"}, {"core"}, {"history", "report"}, {"capi", "bench", "fuzz", "cmd"}}

// pure are the folders that import nothing but the standard library and these.
var (
	pure    = []string{"internal", "quantities", "sorter", "core", "capi"}
	allowed = []string{"github.com/klauspost/cpuid/v2", "golang.org/x/sys"}
)

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
// first element), of this module, or allowed by name.
func isAllowed(path string) bool {
	if path == root || strings.HasPrefix(path, module) {
		return true
	}
	first, _, _ := strings.Cut(path, "/")
	if !strings.Contains(first, ".") {
		return true
	}
	for _, a := range allowed {
		if path == a || strings.HasPrefix(path, a+"/") {
			return true
		}
	}
	return false
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
