package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/must"
)

// What a hunt has not reached is said by lines, without what tests reach, what has no
// business there, and the C layer.
func TestReach(t *testing.T) {
	profile := func(name string, lines ...string) string {
		path := filepath.Join(t.TempDir(), name)
		text := "mode: atomic\n"
		for _, l := range lines {
			text += "github.com/apportion/apportion/" + l + "\n"
		}
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	hunt := profile("hunt",
		"core/a.go:1.1,2.2 3 7", "core/a.go:3.1,4.2 2 0", "core/a.go:5.1,6.2 1 0", "core/a.go:8.1,9.2 4 0",
		"core/invariants.go:1.1,2.2 5 0", "capi/a.go:1.1,2.2 9 0")
	tests := profile("tests", "core/a.go:8.1,9.2 4 0", "core/a.go:8.1,9.2 4 1", "core/a.go:8.1,9.2 4 0")
	says := func(tests ...string) []string {
		var out strings.Builder
		run(&out, hunt, tests)
		return strings.Split(out.String(), "\n")
	}
	require.Equal(t, []string{
		"reached: 3 of 10 statements; not reached are",
		"  core/a.go: 3-6, 8-9",
		"left out, 5 statements: the invariants' own complaints, which are for a broken allocator", "",
	}, says())
	require.Equal(t, []string{
		"reached: 3 of 10 statements; tests alone reach 4; not reached are",
		"  core/a.go: 3-6",
		"left out, 5 statements: the invariants' own complaints, which are for a broken allocator", "",
	}, says(tests))
	require.Error(t, must.Catch(func() { run(&strings.Builder{}, hunt, []string{"nowhere"}) }))
}
