package main

import "runtime/debug"

// collector checks what the options say of the garbage collector.
func (r *reader) collector(o *apportion_options) {
	if o.gc_percent < -1 || o.memory_limit_bytes < 0 {
		r.fail(APPORTION_E_INVALID, "options: collecting garbage at %d %% or %d bytes is not possible",
			int32(o.gc_percent), int64(o.memory_limit_bytes))
	}
}

// tuneCollector applies what the options say of the garbage collector, which
// is one for the whole process: the instance made last counts. 0 leaves a setting as it is, and so does destroying.
func tuneCollector(o *apportion_options) {
	if o.gc_percent != 0 {
		debug.SetGCPercent(int(o.gc_percent))
	}
	if o.memory_limit_bytes != 0 {
		debug.SetMemoryLimit(int64(o.memory_limit_bytes))
	}
}
