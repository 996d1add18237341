package apportion_test

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/house"
)

const (
	root   = "github.com/apportion/apportion"
	module = root + "/"
)

// pure are the folders that import nothing but the standard library and each
// other.
var pure = []string{"internal", "quantities", "sorter", "core", "capi", "view"}

// mostLines are the lines of code that core and each package below it keep within, without tests.
const mostLines = 3000

// values are types, or packages of types, whose fields any package of core may fill in:
// nobody else holds a value while it is made. Of kinds.Kinds others take the address of
// what it embeds, and write nothing.
var values = []string{"core/internal/api", "core/explain", "core/internal/resource.Bag", "core/internal/resource.Difference", "core/internal/kinds.Kinds"}

var read = sync.OnceValues(func() (*house.House, error) { return house.Read(".") })

// theHouse is this module. The layers are in internal/house/layers.go, those of
// core among them.
func theHouse(t *testing.T) *house.House {
	t.Helper()
	h, err := read()
	require.NoError(t, err)
	require.Greater(t, len(h.Packages), 5)
	return h
}

func TestImportsGoOneWay(t *testing.T) {
	for _, breach := range house.Apportion.Breaches(theHouse(t)) {
		t.Error(breach)
	}
}

func TestPackagesOfCoreAreOfASize(t *testing.T) {
	h := theHouse(t)
	for _, p := range h.Packages {
		if !isOfCore(p.Path) {
			continue
		}
		_, lines := h.Size(p)
		assert.LessOrEqual(t, lines.Code, mostLines, "lines of code in %s", p.Path)
	}
}

func TestNoPackageOfCoreWritesAnothersFields(t *testing.T) {
	h := theHouse(t)
	for _, p := range h.Packages {
		for _, write := range h.Writes(p) {
			isOf := func(value string) bool { return value == write.To || value == write.To+"."+write.Type }
			if isOfCore(write.From) && isOfCore(write.To) && !slices.ContainsFunc(values, isOf) {
				t.Error(write)
			}
		}
	}
}

func isOfCore(path string) bool { return path == "core" || strings.HasPrefix(path, "core/") }

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
