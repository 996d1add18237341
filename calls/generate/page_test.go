package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	// ofRanks finds what a file has of SetRanks, which the page takes as its example.
	ofRanks    = regexp.MustCompile(`[sS]etRanks|set_ranks|RoleRank|role_rank|\.Rank\b`)
	goComments = regexp.MustCompile(`//.*`)
	pathsNamed = regexp.MustCompile("`([a-z_/]+\\.(?:go|h|py))`")
	notByHand  = regexp.MustCompile(`_test\.go$|generated|/tests/|/testdata/|^core/costs/`)
)

// docs/adding-a-call.md lists each file written by hand that a call with state of its own
// changes.
func TestThePageHasTheFilesOfACall(t *testing.T) {
	root := "../.."
	page, err := os.ReadFile(filepath.Join(root, "docs/adding-a-call.md"))
	require.NoError(t, err)
	_, list, _ := strings.Cut(string(page), "## All files")
	list, _, _ = strings.Cut(list, "An operation changes settings")
	listed := map[string]bool{}
	for _, m := range pathsNamed.FindAllStringSubmatch(list, -1) {
		require.FileExists(t, filepath.Join(root, m[1]))
		listed[m[1]] = true
	}
	for _, folder := range []string{"calls", "core", "history", "journal", "capi", "include", "python", "fuzz"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			name, _ := filepath.Rel(root, path)
			if err != nil || d.IsDir() || notByHand.MatchString(name) || !regexp.MustCompile(`\.(go|h|py)$`).MatchString(name) {
				return err
			}
			source, err := os.ReadFile(path)
			if err == nil && ofRanks.Match(goComments.ReplaceAll(source, nil)) {
				require.True(t, listed[name], "%s is not listed", name)
			}
			return err
		}))
	}
}
