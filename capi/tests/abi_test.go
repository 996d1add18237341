package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestABIDescriptionHasEverything: no function, struct or constant of the header is missing in
// capi/abi.xml, as one that nothing else refers to would be.
func TestABIDescriptionHasEverything(t *testing.T) {
	described := read(t, "../abi.xml")
	has := func(start, name string) {
		require.True(t, strings.Contains(described, start+" name='"+name+"'"), name)
	}
	for _, name := range functions(t) {
		has("<function-decl", name)
	}
	for _, m := range regexp.MustCompile(`(?m)^typedef struct (apportion_\w+) \{`).FindAllStringSubmatch(withoutComments(read(t, "../../include/apportion.h")), -1) {
		has("<class-decl", m[1])
	}
	for _, name := range constants(t, `APPORTION_\w+`) {
		if name != "APPORTION_ABI_VERSION" && !strings.HasPrefix(name, "APPORTION_MAX_") {
			has("<enumerator", "value_of_"+name)
		}
	}
}

// TestABIIsAsDescribed holds the header to capi/abi.xml. TestSymbols holds the library to the
// header.
func TestABIIsAsDescribed(t *testing.T) {
	difference := abiDifference(t, read(t, "../../include/apportion.h"))
	require.Empty(t, difference, "the ABI has changed; CONTRIBUTING.md says when make abi may renew its description")
}

// TestABIDifferencesAreFound: each of these changes of the header is told, and what changes
// only what people read, or a limit, is none.
func TestABIDifferencesAreFound(t *testing.T) {
	header := read(t, "../../include/apportion.h")
	for _, x := range []struct{ name, before, after, says string }{
		{"a member moved", "  uint64_t begin;\n  uint64_t end;\n} apportion_resource;", "  uint64_t end;\n  uint64_t begin;\n} apportion_resource;", "uint64_t begin"},
		{"a member more", "  apportion_role role;\n  uint32_t flags;\n} apportion_subscription;", "  apportion_role role;\n  uint32_t flags;\n  uint64_t more;\n} apportion_subscription;", "uint64_t more"},
		{"a member less", "  int64_t amount;\n} apportion_overdue_borrower;", "} apportion_overdue_borrower;", "int64_t amount"},
		{"a member's type of the same size", "uint32_t struct_size;\n  uint32_t ran;", "uint32_t struct_size;\n  int32_t ran;", "ran"},
		{"a member of a batch", "  uint32_t excluded;\n} apportion_op_exclude_agent;", "} apportion_op_exclude_agent;", "excluded"},
		{"a constant's value", "#define APPORTION_ORDER_PACK 2", "#define APPORTION_ORDER_PACK 5", "value_of_APPORTION_ORDER_PACK"},
		{"a constant's value, which another one has", "#define APPORTION_ORDER_PACK 2", "#define APPORTION_ORDER_PACK 1", "value_of_APPORTION_ORDER_PACK' value='1'"},
		{"a code's value", "#define APPORTION_E_STALE (-204)", "#define APPORTION_E_STALE (-206)", "value_of_APPORTION_E_STALE"},
		{"a constant less", "#define APPORTION_STRICT_USE 4u\n", "", "value_of_APPORTION_STRICT_USE"},
		{"a parameter's type", "apportion_advance(apportion_instance instance, int64_t now)", "apportion_advance(apportion_instance instance, uint64_t now)", "apportion_advance"},
		{"parameters in turn", "apportion_agent agent, apportion_role role,\n                             const apportion_resource *resources,\n                             size_t resource_count) APPORTION_MUST_CHECK;", "apportion_role role, apportion_agent agent,\n                             const apportion_resource *resources,\n                             size_t resource_count) APPORTION_MUST_CHECK;", "apportion_transition"},
		{"a function less", "int32_t apportion_pause(apportion_instance instance) APPORTION_MUST_CHECK;", "", "apportion_pause"},
		{"a function more", "int32_t apportion_abi_version(void);", "int32_t apportion_abi_version(void);\nint32_t apportion_more(void);", "apportion_more"},
	} {
		require.Equal(t, 1, strings.Count(header, x.before), "%s: %s", x.name, x.before)
		require.Contains(t, abiDifference(t, strings.Replace(header, x.before, x.after, 1)), x.says, x.name)
	}
	same := strings.NewReplacer("/* Creates an allocator", "/* Makes an allocator", "#define APPORTION_MAX_INSTANCES 1024", "#define APPORTION_MAX_INSTANCES 2048",
		"int32_t apportion_destroy(apportion_instance instance)", "int32_t apportion_destroy(apportion_instance gone)").Replace(header)
	require.NotEqual(t, header, same)
	require.Empty(t, abiDifference(t, same))
}

// abiDifference is what abidiff says of a header beside the description, and each constant that is not
// in both with one value; "" if there is nothing.
func abiDifference(t *testing.T, header string) string {
	needs(t, "abidiff")
	path := filepath.Join(t.TempDir(), "apportion.h")
	require.NoError(t, os.WriteFile(path, []byte(header), 0o644))
	before, after := read(t, "../abi.xml"), run(t, "../abi.sh", path)
	described := filepath.Join(filepath.Dir(path), "abi.xml")
	require.NoError(t, os.WriteFile(described, []byte(after), 0o644))
	difference := ""
	if out, err := exec.Command("abidiff", "--harmless", "../abi.xml", described).CombinedOutput(); err != nil {
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit)
		require.NotZero(t, exit.ExitCode()&4, "%s", out) // 4: the ABI has changed
		difference = string(out)
	}
	for _, constant := range regexp.MustCompile(`<enumerator .*/>`).FindAllString(before+after, -1) {
		if !strings.Contains(before, constant) || !strings.Contains(after, constant) {
			difference += constant + "\n"
		}
	}
	return difference
}
