package journal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// severalFiles is a folder with a recording of four files or more.
func severalFiles(t *testing.T) (dir string, files []string) {
	dir = t.TempDir()
	w := newWorld(t, Options{Dir: dir, Bytes: 64 << 10, Interval: time.Nanosecond})
	for w.Status().Files < 4 {
		w.someCalls(t, 20)
		w.written(t)
	}
	require.NoError(t, w.Stop())
	rec, err := Read(dir)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(rec.Files), 4)
	return dir, rec.Files
}

// A file that is missing between others is damage, and so is one that is there twice: no answer differs for that.
func TestFilesThatAreMissingAreNoDifference(t *testing.T) {
	for _, c := range []struct {
		name, says string
		change     func(files []string) error
	}{
		{"missing", "are missing", func(files []string) error { return os.Remove(files[2]) }},
		{"twice", "has been replayed", func(files []string) error {
			return os.Link(files[1], strings.TrimSuffix(files[2], fileSuffix)+"-again"+fileSuffix)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, files := severalFiles(t)
			whole := replayed(t, dir)
			require.NoError(t, c.change(files))
			rec, err := Read(dir)
			require.NoError(t, err)
			p := &Replay{}
			require.NoError(t, p.Run(rec))
			require.ErrorContains(t, p.Damages[0], c.says)
			require.Equal(t, whole.Allocator.Digest(), p.Allocator.Digest())
			if c.name == "missing" {
				require.Len(t, p.Damages, 1)
				require.Equal(t, whole.Calls, p.Calls+p.Unchecked)
			}
		})
	}
}

// Whoever records removes the oldest files, also once a reader knows of them.
func TestFilesThatGoWhileAReaderReads(t *testing.T) {
	dir, files := severalFiles(t)
	rec, err := Read(dir)
	require.NoError(t, err)
	require.NoError(t, os.Remove(files[0]))
	p := &Replay{}
	require.NoError(t, p.Run(rec))
	require.Empty(t, p.Damages)
	p = &Replay{Until: true, To: p.Allocator.Now(), Observer: &follower{steps: map[string]int{}}}
	require.NoError(t, p.Run(rec))
	_, damages, err := Anonymize(rec, filepath.Join(t.TempDir(), "anonymous"))
	require.NoError(t, err)
	require.Empty(t, damages)

	require.NoError(t, os.Remove(files[2]))
	p = &Replay{}
	require.NoError(t, p.Run(rec))
	require.ErrorContains(t, p.Damages[0], "are missing")
	for _, file := range files {
		_ = os.Remove(file)
	}
	require.ErrorIs(t, new(Replay).Run(rec), ErrNoRecording)
	_, _, err = Anonymize(rec, filepath.Join(t.TempDir(), "anonymous"))
	require.ErrorIs(t, err, ErrNoRecording)
	require.ErrorIs(t, new(Replay).Run(&Recording{Files: files[:1]}), os.ErrNotExist, "a file that was named")
}
