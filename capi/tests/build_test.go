package tests

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSameBytesFromAnyFolder builds a copy of the sources, which has no history
// either, and compares the libraries.
func TestSameBytesFromAnyFolder(t *testing.T) {
	elsewhere := t.TempDir()
	for _, name := range []string{"Makefile", "VERSION", "go.mod", "go.sum", "version.go", "bench", "calls", "capi", "core", "fuzz", "include", "internal", "journal", "mesos", "quantities", "sorter", "view"} {
		from, to := filepath.Join("../..", name), filepath.Join(elsewhere, name)
		if info, err := os.Stat(from); err == nil && info.IsDir() {
			require.NoError(t, os.CopyFS(to, os.DirFS(from)))
		} else {
			require.NoError(t, os.WriteFile(to, []byte(read(t, from)), 0o644))
		}
	}
	run(t, "make", "-C", elsewhere, "lib")
	here, there := filepath.Join(plain(t), "libapportion.so"), filepath.Join(elsewhere, "build/libapportion.so")
	require.True(t, read(t, here) == read(t, there), "%s and %s differ", here, there)
}

// TestDebug: symbols and DWARF are there where they are asked for.
func TestDebug(t *testing.T) {
	require.NotContains(t, run(t, "readelf", "-S", "-W", filepath.Join(plain(t), "libapportion.so")), ".debug_info")
	dir := t.TempDir()
	run(t, "make", "-C", "../..", "lib", "BUILD="+dir, "DEBUG=1")
	sections := run(t, "readelf", "-S", "-W", filepath.Join(dir, "libapportion.so"))
	require.Contains(t, sections, ".debug_info")
	require.Contains(t, sections, ".symtab")
}
