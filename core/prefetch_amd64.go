//go:build amd64 && !noasm

package core

import "unsafe"

// prefetch asks for the cache line at p, which need not be a valid address.
//
//go:noescape
func prefetch(p unsafe.Pointer)
