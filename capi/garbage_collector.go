package main

import "runtime/debug"

// tuneCollector applies what the options say of the garbage collector, which
// is one for the whole process.
func tuneCollector(o *apportion_options) {
	if o.gc_percent != 0 {
		debug.SetGCPercent(int(o.gc_percent))
	}
	if o.memory_limit_bytes != 0 {
		debug.SetMemoryLimit(int64(o.memory_limit_bytes))
	}
}
