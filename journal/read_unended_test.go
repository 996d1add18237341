package journal

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Of each recording in a folder, the last file says whether that was ended: one that goes
// on in another file is, as far as the folder goes, and by itself, too.
func TestWhatIsNotEndedIsNamed(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		w := newWorld(t, Options{Dir: dir, Bytes: 64 << 10, Interval: time.Nanosecond})
		for w.Status().Files < 3 {
			w.someCalls(t, 100)
			w.written(t) // more than a file takes at a time would be a gap
			require.Empty(t, w.Status().Gap)
		}
		require.NoError(t, w.Stop())
	}
	rec, err := Read(dir)
	require.NoError(t, err)
	require.Empty(t, replayed(t, dir).Unended)
	var ends []FileEnd
	firsts := 0 // files of the first recording
	for i, file := range rec.Files {
		info, err := Describe(file)
		require.NoError(t, err)
		ends = append(ends, info.End)
		if info.End == Ended && firsts == 0 {
			firsts = i + 1
		}
		require.Empty(t, replayed(t, file).Unended)
	}
	require.Contains(t, ends, GoesOn)
	require.NotContains(t, ends, NotEnded)
	require.Less(t, firsts, len(rec.Files))
	p, damages, err := Anonymize(rec, filepath.Join(t.TempDir(), "anonymous"))
	require.NoError(t, err)
	require.Empty(t, append(damages, p.Damages...))
	require.Empty(t, p.Unended)

	last := rec.Files[firsts-1]
	whole, err := os.ReadFile(last)
	require.NoError(t, err)
	require.NoError(t, os.Truncate(last, int64(len(whole)-frameStart-9))) // without its end
	p = replayed(t, dir)
	require.Len(t, p.Unended, 1)
	require.Equal(t, last, p.Unended[0].File)
	require.Equal(t, "ReleaseItems", p.Unended[0].LastCall)

	// One that goes on in a file that is not there: its process was killed between the two.
	require.NoError(t, os.Remove(last))
	p = replayed(t, dir)
	require.Len(t, p.Unended, 1)
	require.Equal(t, rec.Files[firsts-2], p.Unended[0].File)
}
