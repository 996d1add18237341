//go:build apportion_hunt

package main

import (
	"github.com/apportion/apportion/fuzz/abi/inside"
	"github.com/apportion/apportion/fuzz/hunting"
	"github.com/apportion/apportion/fuzz/lane"
)

// main is the command hunt with the C library in its own process: two Go runtimes
// in one are no way, so it is built as a part of the library. That hands no memory back
// where a history ends: the whole hunter's heap would be collected for it.
func main() {
	reclaims.Add(1) // as if it were under way for ever
	lane.OpenLibrary(inside.Start)
	hunting.Main()
}
