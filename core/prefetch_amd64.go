//go:build amd64 && !noasm

package core

import "unsafe"

// prefetch asks for the cache lines of size bytes at p, one at least. They need
// not be valid addresses.
//
//go:noescape
func prefetch(p unsafe.Pointer, size uintptr)
