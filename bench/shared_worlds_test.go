package bench

import (
	"fmt"
	"os"
	"runtime"

	"github.com/apportion/apportion/core/alloc"
)

// kept is the world that the last benchmark used. A benchmark is run several
// times, and some worlds take a minute to set up; only one is kept, since
// some take gigabytes.
var kept struct {
	key   string
	world any
}

// keep returns the world of that key, built unless the last benchmark used
// it. Benchmarks leave it as they found it, the clock apart.
func keep[W any](key string, build func() W) W {
	if kept.key != key {
		forget()
		kept.key, kept.world = key, build()
		collect()
	}
	return kept.world.(W)
}

// key names a world of a benchmark with these options and sizes.
func key(name string, o alloc.Options, sizes ...int) string {
	return fmt.Sprint(name, o, sizes)
}

// forget drops the world that is kept.
func forget() {
	kept.key, kept.world = "", nil
	collect()
}

// collect runs the collector, so that it is not busy with what was set up while something is
// measured. With GOGC=off it is no part of what is measured at all.
func collect() {
	if os.Getenv("GOGC") != "off" {
		runtime.GC()
	}
}
