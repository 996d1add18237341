package apportion_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStaticcheckFindsNothing: what is found on purpose says so where it stands, with a reason.
func TestStaticcheckFindsNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("it goes through all packages")
	}
	said, err := exec.Command("go", "tool", "staticcheck", "-tags", "invariants", "./...").CombinedOutput()
	require.NoError(t, err, "%s", said)
}
