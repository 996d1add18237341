package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/journal"
)

// A recording that is cut between two frames is told from one that was switched off, in
// all that says something of it.
func TestWhatIsNotEndedIsTold(t *testing.T) {
	dir := recorded(t)
	out, err := output(journalCommand(), dir)
	require.NoError(t, err)
	require.Regexp(t, `(?m)\bend$`, out)
	require.Regexp(t, `(?m)\bended$`, out)
	file := onlyFile(t, dir)
	ends := func() (end, last string) {
		var listed struct {
			Files []struct {
				Path, End string
				Cycles    int
				To        int64  `json:"to_ns"`
				Last      string `json:"last_call"`
			}
		}
		out, err := output(journalCommand(), dir, "--json")
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal([]byte(out), &listed))
		require.Len(t, listed.Files, 1)
		require.Equal(t, file, listed.Files[0].Path)
		require.EqualValues(t, 2, listed.Files[0].Cycles)
		require.EqualValues(t, 2e9, listed.Files[0].To)
		return listed.Files[0].End, listed.Files[0].Last
	}
	end, last := ends()
	require.Equal(t, []string{"ended", "Allocate"}, []string{end, last})

	withoutEnd(t, file)
	out, err = output(replayCommand(), dir)
	require.NoError(t, err)
	require.Contains(t, out, "identical: 9 calls, 2 cycles\n"+file+": not ended at offset ")
	require.Contains(t, out, "the last recorded call is 8, Allocate\n")
	out, err = output(journalCommand(), dir)
	require.NoError(t, err)
	require.Contains(t, out, "not ended, last Allocate")
	end, _ = ends()
	require.Equal(t, "not ended", end)
	out, err = output(journalCommand(), dir, "--anonymize", filepath.Join(t.TempDir(), "anonymous"))
	require.NoError(t, err)
	require.Contains(t, out, "the last recorded call is 8, Allocate\n")
}

// Of a recording that goes on the oldest files may be removed while it is listed: the others are. A file in which there is
// nothing to read yet is no row, and a line says so.
func TestFilesThatComeAndGo(t *testing.T) {
	file := onlyFile(t, recorded(t))
	gone, begun := filepath.Join(filepath.Dir(file), "0.journal"), filepath.Join(filepath.Dir(file), "1.journal")
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	info, err := journal.Describe(file)
	require.NoError(t, err)
	require.Equal(t, 1, info.Snapshots)
	require.NoError(t, os.WriteFile(begun, content[:12], 0o600))
	var out strings.Builder
	describeRecording(&out, &journal.Recording{Files: []string{gone, begun, file}}, false)
	require.NotContains(t, out.String(), gone)
	require.Regexp(t, `(?m)^`+begun+`: `, out.String())
	require.Equal(t, 1, strings.Count(out.String(), "ended\n"), out.String())
	require.ErrorIs(t, must.Catch(func() { describeRecording(io.Discard, &journal.Recording{Files: []string{gone}}, false) }), os.ErrNotExist)
}

// A file that can't be read is no recording that there is not.
func TestAFileThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "1.journal")
	require.NoError(t, os.Rename(onlyFile(t, recorded(t)), file))
	require.NoError(t, os.Chmod(file, 0))
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
	for _, arguments := range [][]string{{dir}, {dir, "--json"}} {
		asNobody(func() {
			_, err := output(journalCommand(), arguments...)
			require.EqualError(t, err, "open "+file+": permission denied")
		})
	}
}

// asNobody does something as somebody to whom files may be shut, also where it is root who tests. What it opens, it
// opens on this thread.
func asNobody(do func()) {
	if os.Getuid() == 0 {
		const nobody = 65534
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		_ = unix.Setfsuid(nobody) // it has no errors
		defer func() { _ = unix.Setfsuid(0) }()
	}
	do()
}

func onlyFile(t *testing.T, dir string) string {
	rec, err := journal.Read(dir)
	require.NoError(t, err)
	require.Len(t, rec.Files, 1)
	return rec.Files[0]
}

// withoutEnd cuts the frame off that says that a recording was switched off.
func withoutEnd(t *testing.T, file string) {
	for {
		info, err := journal.Describe(file)
		require.NoError(t, err)
		if info.End == journal.NotEnded && info.Damage == nil {
			return
		}
		require.NoError(t, os.Truncate(file, info.Bytes-1))
	}
}
