package journal

import (
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A host does not wait for a disk: neither when it switches the recording on, nor for long
// when it switches that off. What had to wait is written when the disk goes on, and the
// folder is locked until then.
func TestAHostDoesNotWaitForADisk(t *testing.T) {
	longest := longestStop
	defer func() { longestStop = longest }()
	goOn := make(chan struct{})
	disk(t, func(what string) error {
		if what == "sync" {
			<-goOn
		}
		return nil
	})
	longestStop = 50 * time.Millisecond
	dir := filepath.Join(t.TempDir(), "recording")
	w := newWorld(t, Options{Dir: dir})
	w.step(t)
	require.Empty(t, w.Status().Gap)
	err := w.Stop()
	require.ErrorIs(t, err, ErrWaiting)
	require.Regexp(t, `has \d+ bytes to write`, err)
	require.Nil(t, w.Allocator.Recorder())
	require.ErrorIs(t, w.record(Options{Dir: dir}), ErrLocked)
	w.step(t)
	close(goOn)
	require.Eventually(t, func() bool { return w.record(Options{Dir: dir}) == nil }, time.Minute, time.Millisecond)
	w.step(t)
	longestStop = longest
	require.NoError(t, w.Stop())
	p := replayed(t, dir)
	require.Equal(t, w.Digest(), p.Allocator.Digest())
	require.Empty(t, p.Damages)
}

// Nor does it wait, in a gap, to be told how much room there is.
func TestAHostDoesNotWaitToBeToldOfRoom(t *testing.T) {
	free := freeBytes
	defer func() { freeBytes = free }()
	var broken, once atomic.Bool
	broken.Store(true)
	disk(t, failing("sync", &broken))
	asked, goOn := make(chan struct{}), make(chan struct{})
	freeBytes = func(dir string) (int64, error) {
		if once.CompareAndSwap(false, true) {
			close(asked)
			<-goOn
		}
		return free(dir)
	}
	w := newWorld(t, Options{Dir: t.TempDir()})
	<-asked
	late := time.AfterFunc(time.Minute, func() { close(goOn) })
	w.step(t)
	require.Contains(t, w.Status().Gap, errBroken.Error())
	require.True(t, late.Stop(), "it waited")
	close(goOn)
	require.ErrorContains(t, w.Stop(), errBroken.Error())
}
