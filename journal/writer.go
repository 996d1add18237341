package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/apportion/apportion"
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
	whole   bool      // the file has a snapshot
	gap     []byte    // packed, to be written to the next file
	calls   uint64    // those before it
	started time.Time
	dirty   bool // something is not synced
	retryAt time.Time
	zstd    *zstd.Encoder
	plain   wire.Writer
	packed  []byte
	frame   []byte
	written int64
	last    int64 // bytes of the last snapshot, as it is written
}

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

// written is a file in the folder.
type written struct {
	path string
	size int64
}

// about is what a file says of itself.
type about struct {
	Apportion string    `json:"apportion"` // version
	Host      string    `json:"host,omitempty"`
	Process   int       `json:"process"`
	Started   time.Time `json:"started"`
	Calls     uint64    `json:"calls"` // before this file, since the recording was switched on
}

// startWriter opens and locks a folder, and begins the first file, with a snapshot. If
// that can't be, it leaves no folder behind that was not there.
func startWriter(o *Options, first *item) (*writer, error) {
	w := &writer{options: o}
	var err error
	if w.zstd, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest)); err != nil {
		return nil, err
	}
	if w.pack(first); int64(len(w.packed))*2+4096 > o.Bytes {
		err = fmt.Errorf("%w: one has %d bytes", ErrBytes, len(w.packed))
	} else if err = w.open(); err == nil {
		err = w.rotate(first)
	}
	if err != nil {
		w.close()
		w.unmake()
		return nil, err
	}
	return w, nil
}

// unmake removes the folder that was made for a recording that could not begin.
func (w *writer) unmake() {
	if w.made {
		_ = os.Remove(w.lock.Name())
		_ = os.Remove(w.options.Dir)
	}
}

// open opens and locks the folder.
func (w *writer) open() error {
	dir := w.options.Dir
	_, err := os.Stat(dir)
	missing := errors.Is(err, os.ErrNotExist)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if w.lock, err = os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return err
	}
	w.made = missing
	if err := syscall.Flock(int(w.lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("%w: %s", ErrLocked, dir)
	}
	names, err := fileNames(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			w.files = append(w.files, written{name, info.Size()})
		}
	}
	return nil
}

// fileNames lists the files of a folder in the order in which they were made.
func fileNames(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), fileSuffix) {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	return names, err
}

// pack compresses an item.
func (w *writer) pack(x *item) {
	w.plain.Buf = w.plain.Buf[:0]
	w.plain.Uint(x.calls)
	w.plain.Int(int64(x.now))
	w.plain.Buf = append(w.plain.Buf, x.content...)
	w.packed = w.zstd.EncodeAll(w.plain.Buf, w.packed[:0])
}

// write writes an item. A snapshot begins a file where the current one is large, or
// there is none.
func (w *writer) write(x *item) error {
	if x.kind == callsFrame && x.calls == x.end { // all of it was taken before
		return nil
	}
	if w.pack(x); w.file == nil {
		switch x.kind {
		case gapFrame: // the next file begins with it
			w.gap = append([]byte(nil), w.packed...)
			return nil
		case callsFrame:
			return errNoFile
		}
	}
	if x.kind == snapshotFrame && (w.file == nil || w.current().size > w.share()) {
		return w.rotate(x)
	}
	if err := w.put(x.kind, w.packed); err != nil {
		return w.failed(err)
	}
	if w.calls = x.end; x.kind == snapshotFrame {
		w.last, w.started = int64(len(w.packed)), time.Now()
	}
	return nil
}

var errNoFile = errors.New("there is no file")

func (w *writer) current() *written { return &w.files[len(w.files)-1] }

// put writes a frame with a content that is packed.
func (w *writer) put(kind frameKind, packed []byte) error {
	w.frame = appendFrame(w.frame[:0], kind, w.number, packed)
	if err := w.room(int64(len(w.frame))); err != nil {
		return err
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

// rotate begins a file with a snapshot, which is packed.
func (w *writer) rotate(x *item) error {
	w.finish()
	now := time.Now()
	path := filepath.Join(w.options.Dir, fmt.Sprintf("%020d%s", now.UnixNano(), fileSuffix))
	file, err := create(path)
	if err != nil {
		return w.failed(err)
	}
	w.file, w.number, w.whole = file, 0, false
	w.files = append(w.files, written{path: path})
	text, err := json.Marshal(about{apportion.Release(), w.options.Host, os.Getpid(), now, x.calls})
	if err != nil {
		return w.failed(err)
	}
	if _, err := file.Write(appendHeader(nil)); err != nil {
		return w.failed(err)
	}
	w.current().size = int64(headerSize)
	w.written += int64(headerSize)
	for _, part := range []struct {
		kind   frameKind
		packed []byte
	}{{aboutFrame, w.zstd.EncodeAll(text, nil)}, {gapFrame, w.gap}, {snapshotFrame, w.packed}} {
		if len(part.packed) == 0 {
			continue
		}
		if err := w.put(part.kind, part.packed); err != nil {
			return w.failed(err)
		}
	}
	w.whole, w.gap = true, nil
	w.last, w.started, w.calls = int64(len(w.packed)), now, x.calls
	return nil
}

// failed gives the current file up: what is torn at its end is cut off, if that can be.
// One that has no snapshot yet is removed.
func (w *writer) failed(err error) error {
	w.retryAt = time.Now().Add(retryAfter)
	if w.file == nil {
		return err
	}
	f := w.current()
	if !w.whole {
		_ = os.Remove(f.path)
		w.files = w.files[:len(w.files)-1]
	} else {
		_ = w.file.Truncate(f.size)
	}
	_ = w.file.Close()
	w.file = nil
	return err
}

// finish closes the current file, as one that others follow.
func (w *writer) finish() {
	if w.file != nil {
		_ = w.file.Sync()
		_ = w.file.Close()
		w.file = nil
	}
}

// sync has the file system keep what was written. Where it can't, or the file is gone,
// the file is given up.
func (w *writer) sync() error {
	if !w.dirty || w.file == nil {
		return nil
	}
	w.dirty = false
	err := w.file.Sync()
	if err == nil {
		_, err = os.Lstat(w.name())
	}
	if err != nil {
		return w.failed(err)
	}
	return nil
}

// wantsSnapshot reports whether it is time for one: to end a gap, after the interval, or
// because the file is large.
func (w *writer) wantsSnapshot(gap bool) bool {
	now := time.Now()
	if gap || w.file == nil {
		return now.After(w.retryAt) && w.hasSpace()
	}
	return now.Sub(w.started) >= w.options.Interval || w.current().size-w.last > w.share()
}

// hasSpace reports whether a snapshot as large as the last one is likely to fit, so that
// the allocator does not pause for one in vain.
func (w *writer) hasSpace() bool {
	var s syscall.Statfs_t
	if err := syscall.Statfs(w.options.Dir, &s); err != nil {
		w.retryAt = time.Now().Add(retryAfter)
		return false
	}
	return int64(s.Bavail)*int64(s.Bsize) > w.last+1<<16
}

func (w *writer) name() string {
	if w.file == nil {
		return ""
	}
	return w.current().path
}

// end writes that the recording was switched off.
func (w *writer) end() error {
	if w.file == nil {
		return nil
	}
	if err := w.put(endFrame, w.zstd.EncodeAll(nil, nil)); err != nil {
		return w.failed(err)
	}
	return w.file.Sync()
}

func (w *writer) close() {
	w.finish()
	_ = w.zstd.Close()
	_ = w.lock.Close() // of nil, it does nothing
}
