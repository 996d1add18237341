package journal

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What a test waits for comes, however busy the machine is: a recording is written, or
// its snapshot is due. So a test that stops one waits for its disk, too.
func TestMain(m *testing.M) {
	longestStop = longestWait
	os.Exit(m.Run())
}

const longestWait = time.Minute

// await waits for what the recording's goroutine does, and makes no call meanwhile: one
// might end a gap before it is seen.
func (w *world) await(t testing.TB, over func(*Status) bool) {
	t.Helper()
	for end := time.Now().Add(longestWait); !over(w.Status()); time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(end), "%+v", w.Status())
		w.signal()
	}
}

// gap waits for one that begins for a reason.
func (w *world) gap(t testing.TB, reason string) {
	t.Helper()
	w.await(t, func(s *Status) bool { return strings.Contains(s.Gap, reason) })
}

// written waits for all to be written, which it is unless a gap begins.
func (w *world) written(t testing.TB) {
	t.Helper()
	w.await(t, func(s *Status) bool { return s.Waiting == 0 && s.File != "" || s.Gap != "" })
}

// takeUp makes calls once a snapshot is due: the first takes it, which ends a gap.
func (w *world) takeUp(t testing.TB) {
	t.Helper()
	w.await(t, func(*Status) bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.want
	})
	w.step(t)
}
