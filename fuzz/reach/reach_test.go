package reach

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
		"core/internal/explain/text.go:1.1,2.2 6 0", "core/invariants.go:1.1,2.2 5 0", "capi/a.go:1.1,2.2 9 0", "sorter/b.go:13.1,14.2 1 0")
	tests := profile("tests", "core/a.go:8.1,9.2 4 0", "core/a.go:8.1,9.2 4 1", "core/a.go:8.1,9.2 4 0")
	says := func(arguments ...string) []string {
		out, err := exec.Command("./reach.sh", arguments...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		return strings.Split(string(out), "\n")
	}
	leftOut := []string{
		"left out, 5 statements: complaints of the invariants, which are for a broken allocator",
		"left out, 6 statements: text that the tests of core compare word by word", "",
	}
	require.Equal(t, append([]string{
		"reached: 3 of 11 statements; not reached are",
		"  core/a.go: 3-6, 8-9", "  sorter/b.go: 13-14",
	}, leftOut...), says(hunt))
	require.Equal(t, append([]string{
		"reached: 3 of 11 statements; tests alone reach 4; not reached are",
		"  core/a.go: 3-6", "  sorter/b.go: 13-14",
	}, leftOut...), says(hunt, tests))
	require.Error(t, exec.Command("./reach.sh", hunt, "nowhere").Run())
}
