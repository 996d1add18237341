package journal

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

// disk has look told, until the test ends, what is to be done to files and the folder,
// before it is done: "create", "write", "sync", "close" or "sync of the folder". look may
// take its time over that, or fail it. What was given up is tried anew soon.
func disk(t *testing.T, look func(what string) error) {
	before, folder, wait := create, syncDir, retryAfter
	t.Cleanup(func() { create, syncDir, retryAfter = before, folder, wait })
	retryAfter = 20 * time.Millisecond
	create = func(path string) (output, error) {
		if err := look("create"); err != nil {
			return nil, err
		}
		f, err := before(path)
		return watched{f, look}, err
	}
	syncDir = func(dir string) error {
		if err := look("sync of the folder"); err != nil {
			return err
		}
		return folder(dir)
	}
}

// watched is a file of a disk. A write that fails has written half.
type watched struct {
	output
	look func(what string) error
}

func (f watched) Write(b []byte) (int, error) {
	if err := f.look("write"); err != nil {
		n, _ := f.output.Write(b[:len(b)/2])
		return n, err
	}
	return f.output.Write(b)
}

func (f watched) Sync() error {
	if err := f.look("sync"); err != nil {
		return err
	}
	return f.output.Sync()
}

func (f watched) Close() error {
	_ = f.look("close")
	return f.output.Close()
}

var errBroken = errors.New("it is broken")

// failing is a look that fails one thing while it is broken.
func failing(failing string, broken *atomic.Bool) func(what string) error {
	return func(what string) error {
		if what == failing && broken.Load() {
			return errBroken
		}
		return nil
	}
}
