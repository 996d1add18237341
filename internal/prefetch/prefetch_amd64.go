//go:build amd64 && !noasm

package prefetch

import "unsafe"

// Lines asks for the cache lines of size bytes at p, one at least. They need
// not be valid addresses.
//
//go:noescape
func Lines(p unsafe.Pointer, size uintptr)
