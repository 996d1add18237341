//go:build !amd64 || noasm

package prefetch

import "unsafe"

// Lines does nothing where there is no assembler for it.
func Lines(unsafe.Pointer, uintptr) {}
