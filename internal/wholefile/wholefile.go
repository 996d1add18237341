// Package wholefile writes files whole or not at all: where a disk is full, what was there before stays.
package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
)

const permissions = 0o666

// Write writes a file, over the one that is there: it writes it beside its place, and renames it. The file keeps its
// permissions. What renaming would make something else of is written in place: a link, a device or a pipe, a file of
// another owner, one that may not be written, and any in a folder in which this process may make none. Of two writes of
// a process into one folder at a time, one may fail.
//
// Errors are *fs.PathError, and name the path that was given.
func Write(path string, content []byte) error {
	there, err := os.Lstat(path)
	if err == nil && !mayBeReplaced(there) {
		return os.WriteFile(path, content, permissions)
	}
	f, err := createBeside(path)
	if errors.Is(err, fs.ErrPermission) {
		return os.WriteFile(path, content, permissions)
	}
	if err != nil {
		return failed(path, err)
	}
	if there != nil {
		err = f.Chmod(there.Mode())
	}
	if err == nil {
		_, err = f.Write(content)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the error says already that something is wrong
		return failed(path, err)
	}
	return nil
}

// createBeside creates a file in a path's folder. Another call may be writing there, and a process that was killed may
// have left its file.
func createBeside(path string) (f *os.File, err error) {
	for {
		beside := filepath.Join(filepath.Dir(path), fmt.Sprintf(".apportion-%x", rand.Uint64())) // no longer than a name may be
		f, err = os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, permissions)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

func mayBeReplaced(there fs.FileInfo) bool {
	const writable = 0o200 // by the owner
	return there.Mode().IsRegular() && there.Mode()&writable != 0 && there.Sys().(*syscall.Stat_t).Uid == uint32(os.Geteuid())
}

// failed is an error about a path: the caller knows nothing of the file beside it.
func failed(path string, err error) error {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		err = number
	}
	return &fs.PathError{Op: "write", Path: path, Err: err}
}
