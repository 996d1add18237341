//go:build apportion_hunt

package main

import (
	"github.com/apportion/apportion/fuzz/abi/inside"
	"github.com/apportion/apportion/fuzz/hunting"
	"github.com/apportion/apportion/fuzz/lane"
)

// main is the command hunt with the C library in its own process: two Go runtimes
// in one are no way, so it is built as a part of the library.
func main() {
	lane.OpenLibrary(inside.Start)
	hunting.Main()
}
