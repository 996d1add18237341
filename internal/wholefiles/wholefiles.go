// Package wholefiles writes files whole or not at all: where a disk is full, what was there before stays.
package wholefiles

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// A File is what is to be written, and where.
type File struct {
	Path    string
	Content []byte
}

// Write writes files, over those that are there. It writes each beside its place first, and renames them once all are
// written. An error up to then leaves everything as it was. A file that is there keeps its permissions and owner;
// one that is a link stays one, and what it leads to is written. Of a file with two names, one changes.
//
// What can't be renamed to is written in place: devices, pipes, whatever /proc leads to (/dev/stdout does), and
// files that may be written in folders that may not. Errors are *fs.PathError, and name the path that was given.
func Write(files ...File) error {
	var places []*place
	defer func() {
		for _, p := range places {
			if p.beside != "" {
				_ = os.Remove(p.beside) // which leaves what this call made, if it can't be helped
			}
		}
	}()
	for _, f := range files {
		p := &place{File: f}
		places = append(places, p)
		if err := p.prepare(); err != nil {
			return p.failed(err)
		}
	}
	for _, last := range []func(*place) error{(*place).writeInPlace, (*place).rename} {
		for _, p := range places {
			if err := last(p); err != nil {
				return p.failed(err)
			}
		}
	}
	return nil
}

// A place is where a file goes.
type place struct {
	File
	target string // what links lead to
	beside string // the file that is to be renamed to target; "": target is written in place
}

// failed is an error that names the path that was given.
func (p *place) failed(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	} else if e, ok := errors.AsType[*os.LinkError](err); ok {
		err = e.Err
	}
	return &fs.PathError{Op: "write", Path: p.Path, Err: err}
}

// prepare writes a file beside its place, if it can be renamed to that.
func (p *place) prepare() error {
	var processes bool
	var err error
	if p.target, processes, err = follow(p.Path); err != nil || processes {
		return err
	}
	there, err := os.Stat(p.target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p.writeBeside(nil)
	case err != nil:
		return err
	case !there.Mode().IsRegular():
		return nil
	}
	// A folder that may be written would let a file be replaced that may not.
	f, err := os.OpenFile(p.target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_ = f.Close() // nothing was written
	err = p.writeBeside(there)
	if err != nil && mayNotReplace(err) {
		err = nil
	}
	return err
}

// mostLinks is how many links may follow each other, as in Linux.
const mostLinks = 40

// follow is where links lead, and whether that is a file of a process, which only /proc has: what it has open may
// have a name, but a file that is renamed to that would not be what is open.
func follow(path string) (target string, processes bool, err error) {
	for range mostLinks {
		if strings.HasSuffix(path, "/") {
			return "", false, syscall.EISDIR // what is there, or would be, is a folder
		}
		folder, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return "", false, err
		}
		path = filepath.Join(folder, filepath.Base(path))
		if absolute, err := filepath.Abs(path); err != nil || strings.HasPrefix(absolute, "/proc/") {
			return path, true, err
		}
		link, err := os.Readlink(path)
		if err != nil { // it is no link, or is not there
			return path, false, nil
		}
		if !filepath.IsAbs(link) {
			link = folder + "/" + link // not joined: of a link and .. after it, .. is what is above where it leads
		}
		path = link
	}
	return "", false, syscall.ELOOP
}

// writeBeside writes a file that may be renamed to the target, with permissions and owner of what is there.
func (p *place) writeBeside(there fs.FileInfo) error {
	f, err := create(filepath.Dir(p.target))
	if err != nil {
		return err
	}
	name := f.Name()
	if there != nil {
		err = keep(f, there)
	}
	if err == nil {
		_, err = f.Write(p.Content)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	p.beside = name
	return nil
}

// create makes a file in a folder, of a name that nothing has.
func create(folder string) (*os.File, error) {
	for i := 0; ; i++ {
		f, err := os.OpenFile(filepath.Join(folder, fmt.Sprintf(".apportion-%d-%d", os.Getpid(), i)), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// keep gives a file the owner and permissions of one that is there.
func keep(f *os.File, there fs.FileInfo) error {
	own, err := f.Stat()
	if err != nil {
		return err
	}
	was, is := there.Sys().(*syscall.Stat_t), own.Sys().(*syscall.Stat_t)
	if was.Uid != is.Uid || was.Gid != is.Gid {
		if err := f.Chown(int(was.Uid), int(was.Gid)); err != nil {
			return err
		}
	}
	return f.Chmod(there.Mode())
}

// mayNotReplace reports whether nothing can be renamed to a file that may be written: not by this user, or as its
// folder is mounted read-only, or it is a mount itself.
func mayNotReplace(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EBUSY)
}

func (p *place) writeInPlace() error {
	if p.beside != "" {
		return nil
	}
	return os.WriteFile(p.target, p.Content, 0o666)
}

func (p *place) rename() error {
	if p.beside == "" {
		return nil
	}
	err := os.Rename(p.beside, p.target)
	if err == nil {
		p.beside = ""
	} else if mayNotReplace(err) {
		err = os.WriteFile(p.target, p.Content, 0o666)
	}
	return err
}
