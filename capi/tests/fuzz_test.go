package tests

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFuzzFromOutside runs the harness of make fuzz-abi over its corpus and for
// two seconds of made-up inputs, with a library that checks its invariants.
func TestFuzzFromOutside(t *testing.T) {
	corpus, err := filepath.Glob("../fuzz/corpus/*")
	require.NoError(t, err)
	require.NotEmpty(t, corpus)
	arguments := append([]string{"-std=c++17", "-O1", "-fno-sanitize=alignment", codes(t), operations(t)}, asan...)
	path := build(t, checked(t), "g++", append(arguments, "../fuzz/harness.cc", "../fuzz/driver.cc")...)
	out := run(t, path, append([]string{"2", "1"}, corpus...)...)
	require.Regexp(t, `[1-9]\d* inputs made up`, out)
}
