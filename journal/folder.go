package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// unmake removes the folder that was made for a recording that could not begin.
func (w *writer) unmake() {
	if w.made {
		_ = os.Remove(w.lock.Name())
		_ = os.Remove(w.options.Dir)
	}
}

// open opens and locks the folder, and makes it if it is not there. The lock ends with close, or with the process.
func (w *writer) open() error {
	dir := w.options.Dir
	_, err := os.Stat(dir)
	missing := errors.Is(err, os.ErrNotExist)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	w.lock, err = os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	w.made = missing
	if missing {
		if err := syncDir(filepath.Dir(dir)); err != nil {
			return err
		}
	}
	if err := syscall.Flock(int(w.lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("%w: %s", ErrLocked, dir)
	}
	names, err := fileNames(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			w.files = append(w.files, written{path: name, size: info.Size()})
		}
	}
	return nil
}

// fileNames lists the files of a folder in the order in which they were made. It leaves out what is no regular
// file, and links to such a thing: whoever opens a pipe may wait for ever.
func fileNames(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		name, mode := filepath.Join(dir, e.Name()), e.Type()
		if !strings.HasSuffix(name, fileSuffix) {
			continue
		}
		if info, err := os.Stat(name); err == nil {
			mode = info.Mode()
		}
		if mode&(os.ModeDir|os.ModeNamedPipe|os.ModeSocket|os.ModeDevice) == 0 {
			names = append(names, name)
		}
	}
	return names, err
}

// syncDir has the file system keep which files a folder has. Tests have others.
var syncDir = func(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err // those are of file systems that know no such thing
	}
	return nil
}
