package journal

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/apportion/apportion"
	"github.com/apportion/apportion/internal/wire"
)

// output is the file that is being written.
type output interface {
	Write(b []byte) (int, error)
	Sync() error
	Truncate(size int64) error
	Close() error
}

// retryAfter is how long to wait where something could not be written.
var retryAfter = 5 * time.Second

// create makes a file that there is not. Tests make others.
var create = func(path string) (output, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
}

// about is what a file says of itself.
type about struct {
	Apportion string    `json:"apportion"` // version
	Host      string    `json:"host,omitempty"`
	Process   int       `json:"process"`
	Started   time.Time `json:"started"`
	Calls     uint64    `json:"calls"` // before this file, since the recording was switched on
}

// begin begins a file. It is not whole before it is filled.
func (w *writer) begin(calls uint64) error {
	now := time.Now()
	path := filepath.Join(w.options.Dir, fmt.Sprintf("%020d%s", now.UnixNano(), fileSuffix))
	text, err := json.Marshal(about{apportion.Release(), w.options.Host, os.Getpid(), now, calls})
	if err != nil {
		return w.failed(err)
	}
	file, err := create(path)
	if err != nil {
		return w.failed(err)
	}
	w.file, w.number = file, 0
	w.files = append(w.files, written{path: path})
	if err := w.makeSpace(int64(headerSize)); err != nil {
		return w.failed(err)
	}
	if _, err := file.Write(appendHeader(nil, Version)); err != nil {
		return w.failed(err)
	}
	w.current().size = int64(headerSize)
	w.written += int64(headerSize)
	if err := w.put(aboutFrame, w.zstd.EncodeAll(text, nil)); err != nil {
		return w.failed(err)
	}
	return nil
}

// fill writes a snapshot, which is packed, to a file that was begun, and before it the gap, if
// there is one. The file is whole once the file system keeps it.
func (w *writer) fill(x *item) error {
	if len(w.gap) > 0 {
		if err := w.put(gapFrame, w.gap); err != nil {
			return w.failed(err)
		}
	}
	err := w.put(snapshotFrame, w.packed)
	if err == nil {
		err = w.file.Sync()
	}
	if err == nil {
		err = syncDir(w.options.Dir)
	}
	if err != nil {
		return w.failed(err)
	}
	w.current().whole, w.gap, w.dirty = true, nil, false
	w.last, w.started, w.calls = int64(len(w.packed)), time.Now(), x.calls
	return nil
}

// failed gives up the current file. It cuts off what is torn at the file's end, if it can. It
// removes a file that has no snapshot yet.
func (w *writer) failed(err error) error {
	w.retryAt, w.syncing = time.Now().Add(retryAfter), nil // what that comes to says no more
	if w.file == nil {
		return err
	}
	f := w.current()
	if f.whole {
		_ = w.file.Truncate(f.size)
	} else {
		_ = os.Remove(f.path)
	}
	_ = w.file.Close()
	w.file = nil
	if _, gone := os.Lstat(f.path); gone != nil {
		w.files = w.files[:len(w.files)-1]
	}
	return err
}

// finish closes the current file, as one that others follow.
func (w *writer) finish() {
	if w.file != nil {
		var content wire.Writer
		content.Uint(w.calls)
		content.Int(0)
		_ = w.put(goesOnFrame, w.zstd.EncodeAll(content.Buf, nil))
		_ = w.file.Sync()
		_ = w.file.Close()
		w.file = nil
	}
}

// end writes that the recording was switched off.
func (w *writer) end() error {
	if err := w.awaitSync(); err != nil || w.file == nil {
		return err
	}
	if err := w.put(endFrame, w.zstd.EncodeAll(nil, nil)); err != nil {
		return w.failed(err)
	}
	return w.file.Sync()
}
