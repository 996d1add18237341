package journal

import (
	"errors"
	"fmt"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// TimeError says that a recording has nothing of a time: the recording goes From one time To
// another, or what lay between these two is Missing.
type TimeError struct {
	Asked, From, To alloc.Time
	Missing         bool
}

func (e *TimeError) Error() string {
	if e.Missing {
		return fmt.Sprintf("the recording has nothing of %s: what was between %s and %s is missing", TimeText(e.Asked), TimeText(e.From), TimeText(e.To))
	}
	return fmt.Sprintf("the recording has nothing of %s: it goes from %s to %s", TimeText(e.Asked), TimeText(e.From), TimeText(e.To))
}

// TimeText is a time for people: a duration since the host's clock began, or a date where
// that is decades ago.
func TimeText(t alloc.Time) string {
	const decade = 10 * 365 * 24 * time.Hour
	if t > alloc.Time(decade) {
		return time.Unix(0, int64(t)).UTC().Format(time.RFC3339Nano)
	}
	return time.Duration(t).String()
}

// Has returns nil if a recording has something of a time, and else a *TimeError.
func (rec *Recording) Has(t alloc.Time) error {
	_, err := rec.fileFor(t)
	return err
}

// fileFor returns the last file that has something of a time t: the file begins no later than t, and either goes on
// until t, or the next file begins after t. It passes over files that cannot be read, unless none can. Replays up
// to a time, and Has, ask it.
func (rec *Recording) fileFor(t alloc.Time) (int, error) {
	outside := &TimeError{Asked: t}
	next := t            // when the file behind begins; nothing is behind the last
	var unreadable error // of some file
	readable := false
	for i := len(rec.Files) - 1; i >= 0; i-- {
		start, err := startOf(rec.Files[i])
		if err != nil {
			unreadable = err
			continue
		}
		readable = true
		outside.From = start
		if start > t {
			next = start
			continue
		}
		if next > t {
			return i, nil
		}
		info, err := Describe(rec.Files[i])
		if err == nil && info.To >= t {
			return i, nil
		}
		next = start
	}
	if unreadable != nil && !readable {
		return 0, unreadable
	}
	for _, file := range rec.Files { // to say until when it goes, where t is before all
		if info, err := Describe(file); err == nil {
			outside.To = max(outside.To, info.To)
		}
	}
	return 0, outside
}

// startOf returns the time of a file's first snapshot.
func startOf(file string) (start alloc.Time, err error) {
	err = readParts(file, func(x part) error {
		if x.kind == snapshotFrame {
			start = x.now
			return errStop
		}
		return nil
	})
	if err == errStop {
		return start, nil
	}
	return 0, errors.Join(ErrNoRecording, err)
}
