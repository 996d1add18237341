package journal

import (
	"syscall"
	"time"
)

// wantsSnapshot reports whether it is time for a snapshot: to end a gap, because the interval has
// passed, or because the file is large.
func (w *writer) wantsSnapshot(gap bool) bool {
	now := time.Now()
	if gap || w.file == nil {
		return now.After(w.retryAt) && w.hasSpace()
	}
	size := w.current().size
	return now.Sub(w.started) >= w.options.Interval || size-w.last > w.share() || size > (w.half()+w.last)/2
}

// hasSpace reports whether a snapshot as large as the last one is likely to fit, so that
// the allocator does not pause for one in vain.
func (w *writer) hasSpace() bool {
	free, err := freeBytes(w.options.Dir)
	if err != nil {
		w.retryAt = time.Now().Add(retryAfter)
		return false
	}
	return free > w.last+1<<16
}

// freeBytes is how many a folder has room for. Tests have others.
var freeBytes = func(dir string) (int64, error) {
	var s syscall.Statfs_t
	err := syscall.Statfs(dir, &s)
	return int64(s.Bavail) * int64(s.Bsize), err
}
