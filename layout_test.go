package apportion_test

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/house"
)

const (
	root   = "github.com/apportion/apportion"
	module = root + "/"
)

// pure are the folders that import nothing but the standard library and each
// other.
var pure = []string{"internal", "quantities", "sorter", "core", "capi"}

// What core and each package below it keeps within.
const (
	mostLines   = 3000 // of code, without tests
	mostFiles   = 20
	mostMethods = 40 // of a type
)

// allowed lists what exceeds these limits, and by how much it may. An entry goes
// once its package is within the limits.
var allowed = map[string]struct{ lines, files int }{}

var allowedMethods = map[string]int{
	"core.Allocator":               149,
	"core/internal/ledger.Ledger":  57,
	"core/internal/resource.Kinds": 42,
}

// values are types, or packages of types, whose fields any package of core may fill in:
// nobody else holds a value while it is made. Of kinds.Kinds others take the address of
// what it embeds, and write nothing.
var values = []string{"core/internal/api", "core/internal/resource.Bag", "core/internal/resource.Difference", "core/internal/kinds.Kinds"}

// allowedWrites counts the places in which a package of core still writes fields of
// another one's. A count only ever falls: whoever mends a place lowers it.
var allowedWrites = map[string]int{
	"core to core/internal/agents":                     82,
	"core to core/internal/cycle":                      3,
	"core to core/internal/frameworks":                 44,
	"core to core/internal/ledger":                     34,
	"core to core/internal/news":                       35,
	"core to core/internal/roles":                      27,
	"core/internal/cycle to core/internal/agents":      6,
	"core/internal/cycle to core/internal/frameworks":  8,
	"core/internal/cycle to core/internal/news":        2,
	"core/internal/cycle to core/internal/roles":       9,
	"core/internal/explain to core/internal/agents":    16,
	"core/internal/explain to core/internal/cycle":     20,
	"core/internal/explain to core/internal/roles":     6,
	"core/internal/frameworks to core/internal/agents": 5,
	"core/internal/frameworks to core/internal/roles":  13,
	"core/internal/ledger to core/internal/agents":     33,
	"core/internal/ledger to core/internal/frameworks": 8,
	"core/internal/ledger to core/internal/roles":      4,
}

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
	seen := map[string]bool{}
	for _, p := range h.Packages {
		if !isOfCore(p.Path) {
			continue
		}
		files, lines := h.Size(p)
		atMost, isAllowed := allowed[p.Path]
		if isAllowed {
			seen[p.Path] = true
			require.True(t, files > mostFiles || lines.Code > mostLines, "%s needs no allowance any more", p.Path)
		}
		require.LessOrEqual(t, files, max(mostFiles, atMost.files), "files of %s", p.Path)
		require.LessOrEqual(t, lines.Code, max(mostLines, atMost.lines), "lines of code in %s", p.Path)
		for _, size := range p.TypeSizes() {
			name := p.Path + "." + size.Name
			if most, isAllowed := allowedMethods[name]; isAllowed {
				seen[name] = true
				require.Greater(t, size.Methods, mostMethods, "%s needs no allowance any more", name)
				require.LessOrEqual(t, size.Methods, most, "methods of %s", name)
				continue
			}
			require.LessOrEqual(t, size.Methods, mostMethods, "methods of %s", name)
		}
	}
	require.Len(t, seen, len(allowed)+len(allowedMethods), "an allowance is of nothing")
}

func TestNoPackageOfCoreWritesAnothersFields(t *testing.T) {
	h := theHouse(t)
	writes := map[string]int{}
	for _, p := range h.Packages {
		for _, write := range h.Writes(p) {
			isOf := func(value string) bool { return value == write.To || value == write.To+"."+write.Type }
			if isOfCore(write.From) && isOfCore(write.To) && !slices.ContainsFunc(values, isOf) {
				writes[write.From+" to "+write.To]++
			}
		}
	}
	require.Equal(t, allowedWrites, writes)
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
