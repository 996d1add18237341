package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

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
