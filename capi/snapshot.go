package main

import "C"

import (
	"bytes"
	"errors"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/linked"
)

//export apportion_snapshot
func apportion_snapshot(handle apportion_instance, out *char, capacity size_t, size *size_t) int32_t {
	return enter(handle, func(in *instance) error {
		return in.snapshot.write(in, out, capacity, size, func(b []byte) []byte {
			to := bytes.NewBuffer(b)
			if err := in.core.Snapshot(to); err != nil {
				panic(err) // a buffer takes all that is written
			}
			return to.Bytes()
		})
	})
}

//export apportion_restore
func apportion_restore(options *apportion_options, snapshot *char, size size_t, handle *apportion_instance) int32_t {
	return create(options, handle, func(r *reader, o *apportion_options) (*core.Allocator, error) {
		r.ofTheProcess(o)
		b := array[byte](r, snapshot, size, APPORTION_MAX_SNAPSHOT, "snapshot")
		if r.err != nil {
			return nil, r.err
		}
		return restore(b)
	})
}

// ofTheProcess refuses options that are a snapshot's.
func (r *reader) ofTheProcess(o *apportion_options) {
	rest := *o
	rest.struct_size, rest.abi_version = 0, 0
	rest.memory_limit_bytes, rest.gc_percent = 0, 0
	rest.record_dir, rest.record_bytes, rest.record_seconds = apportion_str{}, 0, 0
	if rest != (apportion_options{}) {
		r.fail(APPORTION_E_INVALID, "options: an allocator that is restored has those of its snapshot; "+
			"only memory_limit_bytes, gc_percent, record_dir, record_bytes and record_seconds can be set")
	}
}

// restore is core.Restore with errors that have a code.
func restore(snapshot []byte) (*core.Allocator, error) {
	from := bytes.NewReader(snapshot)
	a, err := core.Restore(from, linked.Policies...)
	var another *alloc.SnapshotVersionError
	switch {
	case errors.As(err, &another):
		return nil, fail(APPORTION_E_VERSION, "%v", err)
	case err != nil:
		return nil, fail(APPORTION_E_INVALID, "%v", err)
	case from.Len() > 0:
		return nil, fail(APPORTION_E_INVALID, "snapshot: it ends %d bytes before the end of what was passed", from.Len())
	}
	return a, nil
}
