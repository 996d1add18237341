package journal

import (
	"errors"
	"time"
)

// Options of a recording.
type Options struct {
	// Dir is the folder, which is made if it is not there. It is locked: one recording
	// at a time may be made in it. Files that are there already are kept, and count
	// towards Bytes.
	Dir string
	// Bytes bounds the sum of the sizes of the files in the folder: the oldest files are removed
	// first. 0 stands for DefaultBytes.
	Bytes int64
	// Interval is the time between two snapshots of the whole state. The allocator pauses for each.
	// 0 stands for DefaultInterval. If Bytes is small, snapshots are more frequent.
	Interval time.Duration
	// Host says what the recording is of, for whoever reads it.
	Host string
}

const (
	// DefaultBytes is a gibibyte.
	DefaultBytes = 1 << 30
	// DefaultInterval is ten minutes.
	DefaultInterval = 10 * time.Minute
)

// Errors of Open and Recorder.Stop.
var (
	ErrRecording = errors.New("a recording is being made already")
	ErrLocked    = errors.New("another recording is being made in the folder")
	ErrBytes     = errors.New("the recording's bound on bytes is below two snapshots")
	ErrWaiting   = errors.New("the recording's folder takes no more, and is locked until its end is written")
	ErrOptions   = errors.New("a recording needs a folder; bytes and interval are not negative")
)

func (o *Options) complete() error {
	if o.Dir == "" || o.Bytes < 0 || o.Interval < 0 {
		return ErrOptions
	}
	if o.Bytes == 0 {
		o.Bytes = DefaultBytes
	}
	if o.Interval == 0 {
		o.Interval = DefaultInterval
	}
	return nil
}
