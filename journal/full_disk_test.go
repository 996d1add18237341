package journal

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A recording that can't begin leaves no folder behind, but for one that was there.
func TestAFullDiskLeavesNoFolder(t *testing.T) {
	var broken atomic.Bool
	broken.Store(true)
	disk(t, failing("write", &broken))
	there := t.TempDir()
	for _, dir := range []string{filepath.Join(there, "new"), there} {
		w := newWorld(t, Options{})
		require.ErrorContains(t, w.record(Options{Dir: dir}), errBroken.Error())
		require.Nil(t, w.Allocator.Recorder())
		require.NoDirExists(t, filepath.Join(there, "new"))
	}
	require.DirExists(t, there)
	files, err := filepath.Glob(filepath.Join(there, "*"+fileSuffix))
	require.NoError(t, err)
	require.Empty(t, files)
}

// Files are begun anew and the oldest removed, so that the bound holds; each can be read
// by itself.
func TestTheBoundOnBytesHolds(t *testing.T) { theBoundOnBytesHolds(t, 5) }

// They are on a slow disk, too, where calls wait to be written whenever it is asked
// whether a snapshot is due.
func TestTheBoundOnBytesHoldsOnASlowDisk(t *testing.T) {
	disk(t, func(what string) error {
		if what == "sync" {
			time.Sleep(30 * time.Millisecond)
		}
		return nil
	})
	theBoundOnBytesHolds(t, 3)
}

// theBoundOnBytesHolds records until there are so many files at least, and some are
// removed.
func theBoundOnBytesHolds(t *testing.T, atLeast int) {
	const bound = 4 << 20
	dir := t.TempDir()
	a := newWorld(t, Options{Dir: dir, Bytes: bound})
	random := rand.New(rand.NewPCG(1, 1))
	for files := 0; files < atLeast || a.Status().Written < 2*bound; {
		for range 1000 {
			name := make([]byte, 400) // hard to compress
			for i := range name {
				name[i] = byte(random.Uint32())
			}
			n, err := a.InternItem(string(name))
			require.NoError(t, err)
			require.NoError(t, a.ReleaseItems(n))
		}
		for a.Status().Waiting > worthWriting { // so that files don't grow beyond their share
			time.Sleep(time.Millisecond)
		}
		s := a.Status()
		require.Empty(t, s.Gap)
		require.LessOrEqual(t, s.Bytes, int64(bound))
		files = s.Files
	}
	require.NoError(t, a.Stop())
	rec, err := Read(dir)
	require.NoError(t, err)
	for _, file := range rec.Files {
		replayed(t, file)
	}
	p := replayed(t, dir)
	require.Empty(t, p.Gaps)
	require.Equal(t, a.Digest(), p.Allocator.Digest())
}

// limitedFile is one that takes so many bytes.
type limitedFile struct {
	output
	left *atomic.Int64
}

func (f limitedFile) Write(b []byte) (int, error) {
	if left := f.left.Add(-int64(len(b))); left >= 0 {
		return f.output.Write(b)
	}
	f.left.Store(0)
	n, _ := f.output.Write(b[:len(b)/2])
	return n, errors.New("no space left on device")
}

// Where the disk is full, the allocator goes on and the recording has a gap that says
// how much is missing; it goes on with a snapshot.
func TestAFullDiskLeavesAGap(t *testing.T) {
	var left atomic.Int64
	left.Store(4000)
	before, wait := create, retryAfter
	retryAfter = 50 * time.Millisecond
	create = func(path string) (output, error) {
		f, err := before(path)
		if err != nil {
			return nil, err
		}
		return limitedFile{f, &left}, nil
	}
	defer func() { create, retryAfter = before, wait }()
	dir := t.TempDir()
	a := newWorld(t, Options{Dir: dir})
	for a.Status().Gap == "" {
		a.step(t)
		a.written(t)
	}
	require.Contains(t, a.Status().Gap, "no space")
	for range 3 { // snapshots are taken in vain, which are no gaps of their own
		a.takeUp(t)
		a.gap(t, "no space")
	}
	left.Store(1 << 30)
	a.takeUp(t)
	a.written(t)
	require.Empty(t, a.Status().Gap)
	for range 3 {
		a.step(t)
	}
	s := a.Status()
	require.Equal(t, 1, s.Gaps)
	require.Positive(t, s.Missing)
	require.NoError(t, a.Stop())
	p := replayed(t, dir)
	require.Len(t, p.Gaps, 1)
	require.Equal(t, s.Missing, p.Gaps[0].Lost)
	require.Contains(t, p.Gaps[0].Reason, "no space")
	require.Empty(t, p.Damages)
	require.Equal(t, a.Digest(), p.Allocator.Digest())
	require.Equal(t, s.Calls, p.Calls+p.Gaps[0].Lost)
}

// What the file system says that it can't keep is missing, and so is what is in a file
// that somebody has removed.
func TestWhatIsNotKeptIsMissing(t *testing.T) {
	var broken atomic.Bool
	disk(t, failing("sync", &broken))
	dir := t.TempDir()
	a := newWorld(t, Options{Dir: dir})
	begun := func(reason string) {
		a.step(t)
		a.gap(t, reason)
	}
	ended := func() {
		a.takeUp(t)
		a.written(t)
		require.Empty(t, a.Status().Gap)
	}
	a.written(t)
	broken.Store(true)
	begun(errBroken.Error())
	broken.Store(false)
	ended()
	require.NoError(t, os.Remove(a.Status().File))
	begun("no such file")
	ended()
	require.NoError(t, a.Stop())
}
