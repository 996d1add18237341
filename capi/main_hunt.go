//go:build apportion_hunt

package main

import (
	"github.com/apportion/apportion/fuzz/abi"
	"github.com/apportion/apportion/fuzz/abi/inside"
	"github.com/apportion/apportion/fuzz/campaign"
	"github.com/apportion/apportion/fuzz/differential"
)

// main is the command hunt with the C library in its own process: two Go runtimes
// in one are no way, so it is built as a part of the library. The whole heap that
// would be collected for memory to hand back is the hunter's.
func main() {
	keepMemory()
	differential.OpenLibrary(func() *abi.Runner { return abi.Over(inside.Open()) })
	campaign.Main()
}
