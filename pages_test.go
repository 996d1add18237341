package apportion_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPagesNameFilesThatThereAre: whoever follows a page that says which file has what, or a link, finds
// the file. Of a path the end is enough.
func TestPagesNameFilesThatThereAre(t *testing.T) {
	ends := map[string]bool{}
	var pages []string
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && (path == "build" || path == "out" || path == "testdata" || len(path) > 1 && path[0] == '.') {
			return filepath.SkipDir
		}
		if filepath.Ext(path) == ".md" {
			pages = append(pages, path)
		}
		for end, cut := path, true; cut; _, end, cut = strings.Cut(end, "/") {
			ends[end] = true
		}
		return err
	}))
	named := regexp.MustCompile("`([A-Za-z0-9_./-]*[a-z0-9]\\.(?:go|h|hpp|c|cpp|py|mk|sh|tsv|txt|md|css|js|map))`")
	linked := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	found := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, link := range linked.FindAllSubmatch(text, -1) {
			found++
			_, err := os.Stat(filepath.Join(filepath.Dir(page), string(link[1])))
			require.NoError(t, err, "%s links there", page)
		}
		switch page {
		case "CONTRIBUTING.md", "DESIGN.md", "docs/adding-a-call.md", "docs/changes.md", "docs/data.md", "docs/where.md":
			for _, name := range named.FindAllSubmatch(text, -1) {
				found++
				require.True(t, ends[strings.TrimPrefix(string(name[1]), "../")], "%s names %s, which there is not", page, name[1])
			}
		}
	}
	require.Greater(t, found, 300)
}
