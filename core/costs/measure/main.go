// Command measure holds the steps of core's calls to what is documented. It has to be built
// with counters; the test of package costs does that. With an argument it prints all.
package main

import (
	"os"

	"github.com/apportion/apportion/core/costs"
)

func main() {
	if !costs.Measure(len(os.Args) > 1) {
		os.Exit(1)
	}
}
