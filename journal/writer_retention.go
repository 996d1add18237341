package journal

import (
	"errors"
	"fmt"
	"os"
)

// beside is room for what a file has before its first snapshot: the header, aboutFrame, and
// perhaps gapFrame.
const beside = 2048 - ending

// ending is room for the last frame of a file: endFrame or goesOnFrame.
const ending = 64

// checkBytes refuses a bound that is below two snapshots. It compresses the first snapshot only if
// the uncompressed one would not fit.
func (w *writer) checkBytes(first *item) error {
	if int64(len(first.content))+beside <= w.half() {
		return nil
	}
	w.pack(first)
	if int64(len(w.packed))+beside > w.half() {
		return fmt.Errorf("%w: one has %d bytes", ErrBytes, len(w.packed))
	}
	return nil
}

// makeSpace removes the oldest files until the current one can grow by n bytes. It keeps the last file that a replay
// can begin with (oldest). It is called before each header and each frame, except for the frames that end a file: there
// is always room left for these.
func (w *writer) makeSpace(n int64) error {
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

// oldest is the index of the first file that may be removed, or -1. The current file stays. While
// the current file is not whole, the last readable file before it stays, too, unless its size
// exceeds half: then it is of an earlier recording with a larger bound.
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
