//go:build !amd64 || noasm

package core

import "unsafe"

// prefetch does nothing where there is no assembler for it.
func prefetch(unsafe.Pointer, uintptr) {}
