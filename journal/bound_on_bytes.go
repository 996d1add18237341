package journal

import (
	"errors"
	"fmt"
	"os"
)

// share is from how many bytes on a file is not gone on with.
func (w *writer) share() int64 { return max(w.options.Bytes/8, 1) }

// room removes the oldest files until there is room for so many bytes.
func (w *writer) room(n int64) error {
	if n > w.options.Bytes {
		return fmt.Errorf("%d bytes are beyond the bound of %d", n, w.options.Bytes)
	}
	for w.total()+n > w.options.Bytes {
		if len(w.files) <= 1 {
			return fmt.Errorf("the bound of %d bytes is reached", w.options.Bytes)
		}
		if err := os.Remove(w.files[0].path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		w.files = w.files[1:]
	}
	return nil
}

func (w *writer) total() (sum int64) {
	for _, f := range w.files {
		sum += f.size
	}
	return sum
}
