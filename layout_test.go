package apportion_test

import (
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	root   = "github.com/apportion/apportion"
	module = root + "/"
)

// mostLines are the lines of code that core and each package below it keep within, without tests.
const mostLines = 3000

// values are types, or packages of types, whose fields any package of core may fill in:
// nobody else holds a value while it is made.
var values = []string{"core/alloc", "core/explain", "core/internal/resource.Bag", "core/internal/resource.Difference"}

func TestImportsGoOneWay(t *testing.T) {
	for _, breach := range layers.breaches(thePacks(t)) {
		t.Error(breach)
	}
}

func TestPackagesOfCoreAreOfASize(t *testing.T) {
	for _, p := range thePacks(t) {
		if !isOfCore(p.path) {
			continue
		}
		lines, err := p.linesOfCode()
		require.NoError(t, err)
		assert.LessOrEqual(t, lines, mostLines, "lines of code in %s", p.path)
	}
}

// A field of another package is neither written nor changed by a method of a third one: a package's
// own verbs are the way to write.
func TestNoPackageOfCoreWritesAnothersFields(t *testing.T) {
	changing := changingMethods(thePacks(t))
	for _, p := range thePacks(t) {
		for _, write := range slices.Concat(p.writes(), p.changes(changing)) {
			isOf := func(value string) bool { return value == write.To || value == write.To+"."+write.Type }
			if isOfCore(write.From) && isOfCore(write.To) && !slices.ContainsFunc(values, isOf) {
				t.Error(write)
			}
		}
	}
}

func isOfCore(path string) bool { return path == "core" || strings.HasPrefix(path, "core/") }

// What a Go program embeds is told in types that it can name.
func TestExportedTypesCanBeNamed(t *testing.T) {
	var got []string
	for _, path := range []string{"calls", "core", "core/alloc", "core/explain", "history", "journal", "journal/whatif", "quantities", "sorter", "sorter/policy", "sorter/policytest", "view"} {
		got = append(got, find(thePacks(t), path).unnameable()...)
	}
	assert.Empty(t, got)
}

// inCycles are the packages that decide in a cycle.
var inCycles = []string{"agentorder", "changes", "cycle", "demand", "eligibility", "lending", "shrinkorder"}

// byName are the files of these that compare names: where roles lend and borrowers have borrowed the same, they come by
// their names.
var byName = []string{"core/internal/cycle/borrowers.go"}

func TestNoCycleComparesStrings(t *testing.T) {
	for _, p := range thePacks(t) {
		if name, below := strings.CutPrefix(p.path, "core/internal/"); !below || !slices.Contains(inCycles, name) {
			continue
		}
		for _, place := range p.comparesStrings() {
			if file, _, _ := strings.Cut(place, ":"); !slices.Contains(byName, file) {
				t.Errorf("%s compares strings", place)
			}
		}
	}
}

// others are the modules that a folder's packages import, themselves or through what they import.
var others = map[string][]string{
	"internal":   {},
	"quantities": {},
	"sorter":     {},
	"core":       {},
	"view":       {},
	"capi":       {"github.com/klauspost/compress"}, // recordings are compressed
}

func TestPureFoldersImportLittle(t *testing.T) {
	for folder, want := range others {
		got := map[string]bool{}
		for _, line := range goList(t, "-deps", "-f", `{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}`, "./"+folder+"/...") {
			got[line] = true
		}
		assert.ElementsMatch(t, want, slices.Collect(maps.Keys(got)), "modules that %s comes to import", folder)
	}
	for _, line := range goList(t, "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...") {
		imports := strings.Fields(line)
		if folderOf(imports[0]) != "capi" {
			require.NotContains(t, imports, "C", "%s uses cgo", imports[0])
		}
	}
}

// goList returns the lines that `go list` prints, empty ones left out.
func goList(t *testing.T, arguments ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list", "-pgo=off"}, arguments...)...).Output()
	require.NoError(t, err)
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' })
}

func folderOf(path string) string {
	folder, _, _ := strings.Cut(strings.TrimPrefix(path, module), "/")
	return folder
}
