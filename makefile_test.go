package apportion_test

import (
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHelpTellsTheTargetsThatPagesName runs make help, which reads the heads of all
// makefiles.
func TestHelpTellsTheTargetsThatPagesName(t *testing.T) {
	help, err := exec.Command("make", "help").Output()
	require.NoError(t, err)
	told := map[string]bool{}
	for _, target := range regexp.MustCompile(`(?m)^  make ([a-z/-]+)`).FindAllSubmatch(help, -1) {
		told[string(target[1])] = true
	}
	named := regexp.MustCompile("`make ([a-z/-]+)")
	found := 0
	for _, page := range []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"} {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, target := range named.FindAllSubmatch(text, -1) {
			found++
			require.True(t, told[string(target[1])], "make help has no %s, of %s", target[1], page)
		}
	}
	require.Greater(t, found, 20)
}
