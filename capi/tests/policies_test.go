package tests

import (
	"os"
	"path/filepath"
	"strings"
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
    with apportion.Allocator(sys.argv[1], role_policy="` + policy + `") as a:
        a.add_framework(apportion.FrameworkInfo("web", roles=[a.declare_role("web")]))
        print(a.gather_metrics().keys[0].policy.name)
except apportion.InvalidError as e:
    print(e)
`
	with := func(library string) string {
		return runWith(t, []string{"PYTHONPATH=../../python"}, "python3", "-B", "-c", program, filepath.Join(library, "libapportion.so"))
	}
	require.Equal(t, "OTHER\n", with(dir))
	require.Contains(t, with(plain(t)), "at_least")
}

// TestPoliciesNeedNoReplacement: a policy whose go.mod requires a release of this module that nobody
// can fetch is built against these sources.
func TestPoliciesNeedNoReplacement(t *testing.T) {
	out, plain := t.TempDir(), t.TempDir()
	const module = "module example.org/plain\n\ngo 1.26\n\nrequire github.com/apportion/apportion v0.9.87\n"
	const policy = "package plain\n\nimport \"github.com/apportion/apportion/sorter/policy\"\n\nvar Policies []policy.Definition\n"
	require.NoError(t, os.WriteFile(filepath.Join(plain, "go.mod"), []byte(module), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(plain, "plain.go"), []byte(policy), 0o644))
	for _, beside := range []string{"", "examples/policy"} { // which has a replacement of its own
		run(t, "sh", "-c", `cd ../.. && capi/policies.sh go "$0" $1 "$2"`, out, beside, plain)
		settings := []string{"GOWORK=" + filepath.Join(out, "go.work"), "GOPROXY=off"}
		deps := runWith(t, settings, "go", "list", "-deps", "-overlay="+filepath.Join(out, "overlay.json"), "../../cmd/apportion")
		require.Contains(t, deps, "example.org/plain\n")
		require.Equal(t, beside != "", strings.Contains(deps, "example.org/atleast\n"))
	}
}
