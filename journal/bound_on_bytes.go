package journal

import (
	"errors"
	"fmt"
	"os"
)

// share is from how many bytes of calls on a file is not gone on with.
func (w *writer) share() int64 { return max(w.options.Bytes/8, 1) }

// half is what a file has at most, but for its end, so that there is always room for the
// next one beside it.
func (w *writer) half() int64 { return w.options.Bytes/2 - ending }

// beside is what a file has beside its snapshot at the least: what it is about, and a gap.
const beside = 2048 - ending

// ending is what the frame takes with which a file ends.
const ending = 64

// checkBytes refuses a bound below two snapshots. Only where it is close, the first one is
// compressed to see.
func (w *writer) checkBytes(first *item) error {
	if int64(len(first.content))+beside <= w.half() {
		return nil
	}
	if w.pack(first); int64(len(w.packed))+beside > w.half() {
		return fmt.Errorf("%w: one has %d bytes", ErrBytes, len(w.packed))
	}
	return nil
}

// room removes the oldest files until there is room for so many bytes in the current one,
// but never the last that has a snapshot.
func (w *writer) room(n int64) error {
	if size := w.current().size + n; size > w.half() {
		if w.current().whole {
			return fmt.Errorf("the bound of %d bytes has no room for more before the next snapshot", w.options.Bytes)
		}
		return fmt.Errorf("the bound of %d bytes is below two snapshots, of which one has %d", w.options.Bytes, size)
	}
	removed := false
	for w.total()+n > w.options.Bytes-ending {
		i := w.oldest()
		if i < 0 {
			return fmt.Errorf("the bound of %d bytes is reached", w.options.Bytes)
		}
		if err := os.Remove(w.files[i].path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		w.files = append(w.files[:i], w.files[i+1:]...)
		removed = true
	}
	if removed {
		return syncDir(w.options.Dir)
	}
	return nil
}

// oldest is the first file that may be removed, or -1: not the current one, nor, before that
// is whole, the last that can be read. One that is larger than it could be here is of an
// earlier recording with more room, and may be.
func (w *writer) oldest() int {
	last := len(w.files) - 1
	keep := -1
	if !w.files[last].whole {
		for keep = last - 1; keep >= 0; keep-- {
			if _, err := startOf(w.files[keep].path); err == nil {
				break
			}
		}
	}
	for i, f := range w.files[:last] {
		if i != keep || f.size > w.half() {
			return i
		}
	}
	return -1
}

func (w *writer) total() (sum int64) {
	for _, f := range w.files {
		sum += f.size
	}
	return sum
}
