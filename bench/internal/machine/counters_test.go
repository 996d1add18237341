package machine

import (
	"encoding/binary"
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// touch has a thread of its own touch so many new pages.
func touch(t *testing.T, pages int) {
	t.Helper()
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // it ends with the goroutine
		size := pages * unix.Getpagesize()
		memory, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err == nil {
			err = unix.Madvise(memory, unix.MADV_NOHUGEPAGE)
			for i := 0; i < size; i += unix.Getpagesize() {
				memory[i] = 1
			}
			err = errors.Join(err, unix.Munmap(memory))
		}
		done <- err
	}()
	require.NoError(t, <-done)
}

func count(t *testing.T, c *Counters) []float64 {
	t.Helper()
	counts, err := c.Append(nil)
	require.NoError(t, err)
	return counts
}

func TestCountersCountAllThreads(t *testing.T) {
	c, err := Count([]Event{{"none", unix.PERF_TYPE_SOFTWARE, 1 << 40}, PageFaults})
	if errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM) {
		t.Skip(err)
	}
	require.NoError(t, err)
	defer c.Close()
	require.Equal(t, []Event{PageFaults}, c.Events, "what is not offered is left out")
	before := count(t, c)[0]
	const pages = 1000
	touch(t, pages)
	once := count(t, c)[0]
	require.GreaterOrEqual(t, once-before, float64(pages))
	touch(t, 3*pages)
	require.GreaterOrEqual(t, count(t, c)[0]-once, float64(3*pages))
}

func TestCountSaysWhyThereIsNone(t *testing.T) {
	_, err := Count([]Event{{"none", unix.PERF_TYPE_SOFTWARE, 1 << 40}})
	require.Error(t, err)
	require.ErrorContains(t, refusal(unix.ENOENT), "none to offer")
	require.ErrorContains(t, refusal(unix.EACCES), "perf_event_paranoid is \"")
	require.ErrorContains(t, refusal(unix.ENOSYS), "perf_event_open")
	require.ErrorIs(t, refusal(unix.EOPNOTSUPP), unix.EOPNOTSUPP)
}

func TestReadingAClosedCounterFails(t *testing.T) {
	c := &Counters{Events: []Event{PageFaults}, files: [][]int{{-1}}}
	_, err := c.Append(nil)
	require.ErrorIs(t, err, unix.EBADF)
}

func TestDecode(t *testing.T) {
	bytes := func(words ...uint64) (b []byte) {
		for _, w := range words {
			b = binary.NativeEndian.AppendUint64(b, w)
		}
		return b
	}
	for _, x := range []struct {
		b    []byte
		want float64
	}{
		{bytes(10, 7, 7), 10},
		{bytes(10, 8, 2), 40}, // counted a quarter of the time
		{bytes(0, 8, 0), 0},
	} {
		got, err := decode(x.b)
		require.NoError(t, err)
		require.Equal(t, x.want, got)
	}
	for _, b := range [][]byte{nil, bytes(1, 2), bytes(1, 2, 0), bytes(1, 2, 3)} {
		_, err := decode(b)
		require.Error(t, err)
	}
}
