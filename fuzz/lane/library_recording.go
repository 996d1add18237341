package lane

import (
	"errors"
	"fmt"
	"os"

	"github.com/apportion/apportion/fuzz/abi"
)

// recordedLibrary is a C library that records its allocator itself, which is replayed
// at the end.
type recordedLibrary struct {
	*library
	dir string
}

func (o *recordedLibrary) start() error {
	if err := o.library.start(); err != nil {
		return err
	}
	var err error
	if o.dir, err = os.MkdirTemp("", "apportion-lane-"); err != nil {
		return err
	}
	return o.player.Target.(*abi.Allocator).StartRecording(o.dir)
}

// close replays the recording.
func (o *recordedLibrary) close() error {
	return errors.Join(o.replay(), o.library.close(), os.RemoveAll(o.dir))
}

func (o *recordedLibrary) replay() error {
	a := o.player.Target.(*abi.Allocator)
	digest, err := a.Digest()
	if err != nil {
		return err
	}
	calls, err := a.StopRecording()
	if err != nil {
		return err
	}
	if err := replays(o.dir, calls, digest); err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	return nil
}

// giveUp removes the recording of a history that failed. The library writes no more
// once the session is closed.
func (o *recordedLibrary) giveUp() {
	if o.session != nil {
		_ = o.session.Close()
	}
	_ = os.RemoveAll(o.dir)
}
