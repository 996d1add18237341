package apportion_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// ofTheHouse are the pages that say where in the code something is.
var ofTheHouse = []string{"CONTRIBUTING.md", "DESIGN.md", "docs/adding-a-call.md", "docs/changes.md", "docs/data.md", "docs/where.md", "docs/words.md"}

// TestPagesNameFilesThatThereAre: whoever follows a page that says which file has what, or a link, finds
// the file. Of a path the end is enough.
func TestPagesNameFilesThatThereAre(t *testing.T) {
	paths, ends := filesThatThereAre(t)
	named := regexp.MustCompile("`([A-Za-z0-9_./-]*[a-z0-9]\\.(?:go|h|hpp|c|cpp|py|mk|sh|tsv|txt|md|css|js|map))`")
	linked := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	found := 0
	for _, page := range paths {
		if filepath.Ext(page) != ".md" {
			continue
		}
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, link := range linked.FindAllSubmatch(text, -1) {
			found++
			_, err := os.Stat(filepath.Join(filepath.Dir(page), string(link[1])))
			require.NoError(t, err, "%s links there", page)
		}
		if slices.Contains(ofTheHouse, page) {
			for _, name := range named.FindAllSubmatch(text, -1) {
				found++
				require.Positive(t, ends[strings.TrimPrefix(string(name[1]), "../")], "%s names %s, which there is not", page, name[1])
			}
		}
	}
	require.Greater(t, found, 300)
}

// TestPagesNameWhatThereIs: whoever looks for a function, type or field that such a page names finds the word in the code.
func TestPagesNameWhatThereIs(t *testing.T) {
	paths, _ := filesThatThereAre(t)
	word, words := regexp.MustCompile(`\w+`), map[string]bool{}
	for _, path := range paths {
		switch filepath.Ext(path) {
		case ".go", ".h", ".hpp", ".cpp", ".c", ".py", ".mk", ".sh", "":
			text, _ := os.ReadFile(path)
			for _, w := range word.FindAll(text, -1) {
				words[string(w)] = true
			}
		}
	}
	named, found := regexp.MustCompile("`(?:[\\w/]+\\.)*([A-Za-z]\\w*)(?:\\(\\))?`"), 0
	for _, page := range ofTheHouse {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, name := range named.FindAllSubmatch(text, -1) {
			found++
			require.True(t, words[string(name[1])], "%s names %s, which there is not", page, name[0])
		}
	}
	require.Greater(t, found, 300)
}

// ofMesos are files of Mesos's that comments name without their folder.
var ofMesos = []string{
	"sorter_tests.cpp", "hierarchical_allocator_tests.cpp", "hierarchical_allocator_benchmarks.cpp", "roles.cpp",
	"resources.cpp", "resources_utils.cpp", "values.cpp", "type_utils.cpp", "utils.hpp", "mesos/allocator/allocator.hpp",
}

// TestCommentsNameFilesThatThereAre: whoever follows a comment finds the file, of this repository or of Mesos. Go's
// files that are named without their folder are beside the comment.
func TestCommentsNameFilesThatThereAre(t *testing.T) {
	paths, ends := filesThatThereAre(t)
	comment := regexp.MustCompile(`(?m)(?://|^ *#)[ \t].*$`)
	named := regexp.MustCompile(`[A-Za-z0-9_./-]*[a-z0-9]\.(?:go|hpp|cpp|py|js|mk)\b`)
	found := 0
	for _, path := range paths {
		switch filepath.Ext(path) {
		case ".go", ".cpp", ".hpp", ".h", ".py", ".js", ".mk":
		default:
			continue
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, line := range comment.FindAll(text, -1) {
			for _, name := range named.FindAll(line, -1) {
				found++
				end := strings.TrimLeft(string(name), "./")
				isOfMesos := slices.ContainsFunc(ofMesos, func(its string) bool { return its == end || strings.HasSuffix(end, "/"+its) })
				isThere := ends[filepath.Join(filepath.Dir(path), end)] > 0 || slices.Contains(paths, end) ||
					ends[end] > 0 && (filepath.Ext(end) != ".go" || strings.Contains(end, "/"))
				require.True(t, isThere || isOfMesos || isAnyOne[end], "%s names %s, which there is not", path, name)
			}
		}
	}
	require.Greater(t, found, 60)
}

// isAnyOne are names that comments speak of in general.
var isAnyOne = map[string]bool{"persist.go": true, "_test.go": true}

// filesThatThereAre returns the paths of all files, and how many there are of each end.
func filesThatThereAre(t *testing.T) (paths []string, ends map[string]int) {
	ends = map[string]int{}
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && (path == "build" || path == "out" || path == "testdata" || len(path) > 1 && path[0] == '.') {
			return filepath.SkipDir
		}
		paths = append(paths, path)
		for end, cut := path, true; cut; _, end, cut = strings.Cut(end, "/") {
			ends[end]++
		}
		return err
	}))
	return paths, ends
}
