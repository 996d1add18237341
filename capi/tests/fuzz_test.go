package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFuzzFromOutside runs the harness of make fuzz-abi over its corpus and for two seconds of
// made-up inputs, with a library that checks its invariants. Then it has to end at each of the bugs
// that the library plants for it, and at the check that is about it.
func TestFuzzFromOutside(t *testing.T) {
	path := harness(t)
	corpus, err := filepath.Glob("../fuzz/corpus/*")
	require.NoError(t, err)
	require.NotEmpty(t, corpus)
	out := run(t, path, append([]string{"2", "1"}, corpus...)...)
	require.Regexp(t, `[1-9]\d* inputs made up`, out)

	for bug, says := range map[int]string{
		1: `questions.hpp:\d+: not so: .*(is_garbage|code == |code != )`,
		2: `not so: .*digest\(h_\) == before`,
		3: `fuzz_ops.h:\d+: not so: i < sizeof\(codes\)`,
		4: `not so: .*APPORTION_E_PANIC`,
		5: `not so: .*APPORTION_E_PANIC`,
		6: `not so: .*APPORTION_E_PANIC`,
		7: `not so: .*APPORTION_E_PANIC`,
	} {
		command := exec.Command(path, "300", "1")
		command.Env = append(os.Environ(), "PLANT="+strconv.Itoa(bug))
		out, err := command.CombinedOutput()
		require.Error(t, err, "bug %d", bug)
		require.Regexp(t, says, string(out), "bug %d", bug)
		t.Logf("bug %d: %s", bug, out)
	}
}

// harness builds make fuzz-abi's harness as it is where there is no libFuzzer.
func harness(t *testing.T) string {
	arguments := append([]string{"-std=c++17", "-O1", "-fno-sanitize=alignment", codes(t), operations(t)}, asan...)
	return build(t, checked(t), "g++", append(arguments, "../fuzz/harness.cc", "../fuzz/driver.cc")...)
}
