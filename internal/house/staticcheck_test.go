package house_test

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
	check := exec.Command("go", "tool", "staticcheck", "-tags", "invariants", "./...")
	check.Dir = "../.."
	said, err := check.CombinedOutput()
	require.NoError(t, err, "%s", said)
}
