package main

import "C"

import (
	"errors"
	"math"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/journal"
)

// recordingOptions reads where and how an instance is to be recorded.
func (r *reader) recordingOptions(dir apportion_str, bytes, seconds int64_t, what string) journal.Options {
	if bytes < 0 || seconds < 0 || seconds > math.MaxInt64/int64_t(time.Second) {
		r.fail(APPORTION_E_INVALID, "%s: recording %d bytes, with a snapshot each %d seconds, is not possible",
			what, int64(bytes), int64(seconds))
	}
	return journal.Options{
		Dir:      r.str(dir, what+": record_dir"),
		Bytes:    int64(bytes),
		Interval: time.Duration(seconds) * time.Second,
	}
}

// recordingOf reads what the options of an instance say of it: no folder is no
// recording.
func (r *reader) recordingOf(o *apportion_options) journal.Options {
	x := r.recordingOptions(o.record_dir, o.record_bytes, o.record_seconds, "options")
	if x.Dir == "" && (x.Bytes != 0 || x.Interval != 0) {
		r.fail(APPORTION_E_INVALID, "options: record_bytes and record_seconds are nothing without record_dir")
	}
	return x
}

// startRecording records from now on, until stopRecording, which destroy calls, too. While something is recorded, it is
// APPORTION_E_STATE.
func (in *instance) startRecording(o journal.Options) error {
	recording, err := journal.Open(in.core, o)
	if err == nil {
		in.recording = recording
		return nil
	}
	var ofCore *alloc.Error
	switch {
	case errors.As(err, &ofCore):
		return err
	case errors.Is(err, journal.ErrBytes) || errors.Is(err, journal.ErrOptions):
		return fail(APPORTION_E_INVALID, "recording to %q: %v", o.Dir, err)
	}
	return fail(APPORTION_E_STATE, "recording to %q: %v", o.Dir, err)
}

// stopRecording ends the recording. If Stop gives up waiting for a slow disk, the folder stays locked until all is
// written: until then a recording there is APPORTION_E_STATE.
func (in *instance) stopRecording() error {
	r := in.recording
	if r == nil {
		return nil
	}
	in.recording = nil
	return r.Stop()
}

//export apportion_start_recording
func apportion_start_recording(handle apportion_instance, dir *char, dir_size size_t, bytes, seconds int64_t) int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		o := r.recordingOptions(apportion_str{data: dir, size: dir_size}, bytes, seconds, "recording")
		if r.err != nil {
			return r.err
		}
		return in.startRecording(o)
	})
}

//export apportion_stop_recording
func apportion_stop_recording(handle apportion_instance) int32_t {
	return enter(handle, func(in *instance) error {
		if err := in.stopRecording(); err != nil {
			return fail(APPORTION_E_STATE, "the recording is switched off, and not whole: %v", err)
		}
		return nil
	})
}

//export apportion_recording_status
func apportion_recording_status(handle apportion_instance, status *apportion_recording) int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		out := answered(&r, status, APPORTION_RECORDING_MIN_SIZE, "recording")
		if r.err == nil {
			out.write(in.recordingStatus())
		}
		return r.err
	})
}

// recordingStatus is the record of the header; that of no recording is all zero.
func (in *instance) recordingStatus() *apportion_recording {
	if in.recording == nil {
		return &apportion_recording{}
	}
	s := in.recording.Status()
	return &apportion_recording{
		flags:               APPORTION_RECORDING_ON | uint32_t(flag(s.Gap != ""))*APPORTION_RECORDING_GAP,
		calls:               uint64_t(s.Calls),
		cycles:              uint64_t(s.Cycles),
		gaps:                uint64_t(s.Gaps),
		missing:             uint64_t(s.Missing),
		snapshots:           uint64_t(s.Snapshots),
		waiting_bytes:       int64_t(s.Waiting),
		written_bytes:       int64_t(s.Written),
		folder_bytes:        int64_t(s.Bytes),
		files:               uint64_t(s.Files),
		last_pause_nanos:    int64_t(s.LastPause),
		longest_pause_nanos: int64_t(s.LongestPause),
	}
}

//export apportion_recording_gap
func apportion_recording_gap(handle apportion_instance, text *char, capacity size_t, size *size_t) int32_t {
	return enter(handle, func(in *instance) error {
		why := ""
		if in.recording != nil {
			why = clip(in.recording.Status().Gap)
		}
		return writeText(text, capacity, size, why)
	})
}
