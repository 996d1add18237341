package journal

import (
	"errors"
	"os"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/apportion/apportion/internal/wire"
)

// writer writes the files of a folder. It belongs to the recorder's goroutine.
type writer struct {
	options *Options
	lock    *os.File
	made    bool      // the folder was not there
	files   []written // in the order in which they were made, the current one last
	file    output    // nil while nothing can be written
	number  uint32    // of the next frame
	gap     []byte    // packed, to be written to the next file
	calls   uint64    // those before it
	started time.Time
	dirty   bool       // something is not synced, nor being synced
	syncing chan error // what the sync under way comes to; nil while there is none
	retryAt time.Time
	zstd    *zstd.Encoder
	plain   wire.Writer
	packed  []byte
	frame   []byte
	written int64
	last    int64 // bytes of the last snapshot, as it is written
}

// written is a file in the folder.
type written struct {
	path  string
	size  int64
	whole bool // it was made here, and has a snapshot, which the file system keeps
}

// startWriter opens and locks a folder, and begins the first file, to find out whether the folder
// takes one. If it cannot, it removes the folder that it has made, but not those above. The first item is
// a snapshot; the goroutine writes it later.
func startWriter(o *Options, first *item) (*writer, error) {
	w := &writer{options: o}
	var err error
	w.zstd, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		return nil, err
	}
	if err = w.checkBytes(first); err == nil {
		if err = w.open(); err == nil {
			err = w.begin(first.calls)
		}
	}
	if err != nil {
		w.close()
		w.unmake()
		return nil, err
	}
	return w, nil
}

// pack compresses an item.
func (w *writer) pack(x *item) {
	w.plain.Buf = w.plain.Buf[:0]
	w.plain.Uint(x.calls)
	w.plain.Int(int64(x.now))
	w.plain.Buf = append(w.plain.Buf, x.content...)
	w.packed = packed(w.zstd, w.plain.Buf, w.packed[:0])
}

// write writes an item. A snapshot begins a new file if the current file is large, or there is
// none.
func (w *writer) write(x *item) error {
	if x.kind == callsFrame && x.calls == x.end { // all of it was taken before
		return nil
	}
	w.pack(x)
	if x.kind == snapshotFrame && w.file != nil && !w.current().whole {
		return w.fill(x) // the first
	}
	if w.file == nil {
		switch x.kind {
		case gapFrame: // the next file begins with it
			w.gap = append([]byte(nil), w.packed...)
			return nil
		case callsFrame:
			return errNoFile
		}
	}
	if x.kind == snapshotFrame && w.mustRotate() {
		return w.rotate(x)
	}
	if err := w.put(x.kind, w.packed); err != nil {
		return w.failed(err)
	}
	w.calls = x.end
	if x.kind == snapshotFrame {
		w.last, w.started = int64(len(w.packed)), time.Now()
	}
	return nil
}

var errNoFile = errors.New("there is no file")

func (w *writer) current() *written { return &w.files[len(w.files)-1] }

// put writes a frame with a content that is packed.
func (w *writer) put(kind frameKind, packed []byte) error {
	w.frame = appendFrame(w.frame[:0], kind, w.number, packed)
	if kind != endFrame && kind != goesOnFrame { // for which there always is
		if err := w.makeSpace(int64(len(w.frame))); err != nil {
			return err
		}
	}
	if _, err := w.file.Write(w.frame); err != nil {
		return err
	}
	w.number++
	w.current().size += int64(len(w.frame))
	w.written += int64(len(w.frame))
	w.dirty = true
	return nil
}

func (w *writer) name() string {
	if w.file == nil {
		return ""
	}
	return w.current().path
}

func (w *writer) close() {
	if w.file != nil {
		_ = w.file.Close()
	}
	_ = w.zstd.Close()
	_ = w.lock.Close() // of nil, it does nothing
}
