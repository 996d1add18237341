package journal

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// What follows is done with real files that the system refuses to make larger. A process
// of its own has the limit: the whole of it is bound by that.

const (
	limitedDir   = "JOURNAL_LIMITED_DIR"
	limitedBytes = 12 << 10 // of a file
)

// A file that may not grow is given up, with what is torn at its end; the recording has a
// gap, and goes on in the next with a snapshot. The allocator never waits.
func TestFilesThatMayNotGrow(t *testing.T) {
	if dir := os.Getenv(limitedDir); dir != "" {
		signal.Ignore(unix.SIGXFSZ)
		require.NoError(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limitedBytes, Max: limitedBytes}))
		fillAndGoOn(t, dir)
		return
	}
	dir := t.TempDir()
	c := exec.Command(os.Args[0], "-test.run", "^TestFilesThatMayNotGrow$")
	c.Env = append(os.Environ(), limitedDir+"="+dir)
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "file too large")
	requireGaps(t, dir, string(out))
}

// A small file system that is full, and has room again when something is removed.
func TestASmallFileSystem(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("no file system can be mounted here: %v; TestFilesThatMayNotGrow has files that are full", err)
	}
	defer func() { require.NoError(t, unix.Unmount(dir, unix.MNT_DETACH)) }()
	ballast := filepath.Join(dir, "ballast")
	require.NoError(t, os.WriteFile(ballast, make([]byte, 200<<10), 0o600))
	before := retryAfter
	retryAfter = 50 * time.Millisecond
	defer func() { retryAfter = before }()

	w := newWorld(t, Options{Dir: filepath.Join(dir, "recording")})
	w.fillUntil(t, func(s *Status) bool { return s.Gap != "" })
	require.Contains(t, w.Status().Gap, "no space left on device")
	for range 100 {
		w.step(t) // the allocator goes on
	}
	require.Equal(t, 1, w.Status().Gaps)
	require.NoError(t, os.Remove(ballast))
	w.fillUntil(t, func(s *Status) bool { return s.Gap == "" })
	w.step(t)
	s := w.Status()
	require.NoError(t, w.Stop())
	p := replayed(t, filepath.Join(dir, "recording"))
	require.Equal(t, w.Digest(), p.Allocator.Digest())
	require.Equal(t, s.Calls, p.Calls+s.Missing)
	require.Len(t, p.Gaps, 1)
	require.Contains(t, p.Gaps[0].Reason, "no space left on device")
}

// fillAndGoOn records until files have been full a few times, and says where it came to.
func fillAndGoOn(t *testing.T, dir string) {
	retryAfter = 20 * time.Millisecond
	w := newWorld(t, Options{Dir: dir})
	reason := ""
	w.fillUntil(t, func(s *Status) bool {
		if s.Gap != "" {
			reason = s.Gap
		}
		return s.Gaps >= 3 && s.Gap == ""
	})
	s := w.Status()
	require.NoError(t, w.Stop())
	fmt.Printf("%s\nstate %016x, %d gaps, %d of %d calls missing\n", reason, w.Digest(), s.Gaps, s.Missing, s.Calls)
}

// fillUntil makes calls that fill files, until it is over.
func (w *world) fillUntil(t *testing.T, over func(*Status) bool) {
	end := time.Now().Add(time.Minute)
	for !over(w.Status()) {
		require.True(t, time.Now().Before(end), "%+v", w.Status())
		w.someCalls(t, 20)
		time.Sleep(time.Millisecond)
	}
}

// someCalls makes calls that are hard to compress, which leave nothing behind.
func (w *world) someCalls(t *testing.T, n int) {
	for range n {
		w.n++
		item, err := w.InternItem(fmt.Sprintf("%x-%d", uint64(w.n)*0x9e3779b97f4a7c15, w.n))
		require.NoError(t, err)
		require.NoError(t, w.ReleaseItems(item))
	}
}

// requireGaps holds what can be read to what a process said of its recording.
func requireGaps(t *testing.T, dir, said string) {
	p := replayed(t, dir)
	missing := uint64(0)
	for _, gap := range p.Gaps {
		require.Contains(t, gap.Reason, syscall.EFBIG.Error())
		missing += gap.Lost
	}
	require.GreaterOrEqual(t, len(p.Gaps), 3)
	require.Empty(t, p.Damages, "what is torn was cut off")
	want := fmt.Sprintf("state %016x, %d gaps, %d of %d calls missing\n", p.Allocator.Digest(), len(p.Gaps), missing, p.Calls+missing)
	require.True(t, strings.Contains(said, want), "%s\nreplayed: %s", said, want)
	files, err := filepath.Glob(filepath.Join(dir, "*"+fileSuffix))
	require.NoError(t, err)
	for _, file := range files {
		info, err := os.Stat(file)
		require.NoError(t, err)
		require.LessOrEqual(t, info.Size(), int64(limitedBytes))
	}
}
