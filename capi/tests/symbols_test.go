package tests

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSymbols holds the header, the list and the library to the same
// functions.
func TestSymbols(t *testing.T) {
	var listed []string
	for line := range strings.Lines(read(t, "../symbols.txt")) {
		name, _, _ := strings.Cut(line, " ")
		listed = append(listed, name)
	}
	require.True(t, slices.IsSorted(listed))
	require.Equal(t, listed, functions(t))

	var exported []string
	for line := range strings.Lines(run(t, "nm", "-D", "--defined-only", filepath.Join(plain(t), "libapportion.so"))) {
		fields := strings.Fields(line)
		name, version, _ := strings.Cut(fields[2], "@@")
		if name == "APPORTION_1" { // the version itself
			continue
		}
		require.Equal(t, "T", fields[1], line)
		require.Equal(t, "APPORTION_1", version, line)
		exported = append(exported, name)
	}
	slices.Sort(exported)
	require.Equal(t, listed, exported)
}

// TestDynamicSection: programs find the library by its soname, and it needs
// the C library alone.
func TestDynamicSection(t *testing.T) {
	section := run(t, "readelf", "-d", filepath.Join(plain(t), "libapportion.so"))
	require.Contains(t, section, "Library soname: [libapportion.so.0]")
	needed := regexp.MustCompile(`\(NEEDED\).*\[(.*)\]`).FindAllStringSubmatch(section, -1)
	require.NotEmpty(t, needed)
	for _, n := range needed {
		require.Regexp(t, `^(libc\.so|ld-linux|libpthread\.so)`, n[1])
	}
	require.NotContains(t, section, "RPATH")
	require.NotContains(t, section, "RUNPATH")
}
