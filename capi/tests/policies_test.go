package tests

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPoliciesOfOnesOwn builds the library and the tool with the example of a policy in a
// module of its own. No proxy has that module, nor the one that it requires: this one.
func TestPoliciesOfOnesOwn(t *testing.T) {
	const policy = "at_least:part=0.1"
	run(t, "go", "-C", "../../examples/policy", "test", ".")
	dir := t.TempDir()
	run(t, "make", "-C", "../..", "lib", "tool", "BUILD="+dir, "POLICIES=examples/policy")
	run(t, filepath.Join(dir, "apportion"), "simulate", "../../scenarios/single-resource-drf.yaml", "--short", "--set", "policy="+policy)

	needs(t, "python3")
	const program = `
import apportion, sys
try:
    print(apportion.Allocator(sys.argv[1], role_policy="` + policy + `").now_nanos())
except apportion.InvalidError as e:
    print(e)
`
	with := func(library string) string {
		return runWith(t, []string{"PYTHONPATH=../../python"}, "python3", "-B", "-c", program, filepath.Join(library, "libapportion.so"))
	}
	require.Equal(t, "0\n", with(dir))
	require.Contains(t, with(plain(t)), "at_least")
}
