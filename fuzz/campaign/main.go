// Package campaign is the command hunt: it makes up histories of calls and checks
// them, in lanes. A history that fails is reduced and written to a file.
package campaign

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/apportion/apportion/fuzz/differential"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/widths"
)

// Main is the command. It does not come back.
func Main() {
	h := hunt{}
	debug.SetGCPercent(400) // histories are many and small
	flag.DurationVar(&h.limit, "time", time.Minute, "how long to go on")
	flag.BoolVar(&h.processor, "processor", false, "count processor time: on a busy machine the hunt is as long as on an idle one")
	flag.Uint64Var(&h.seed, "seed", 1, "the first seed")
	flag.DurationVar(&h.reducing, "reduce", 30*time.Second, "how long to reduce a failing history")
	flag.StringVar(&h.dir, "out", "out/fuzz", "folder for histories that fail")
	flag.StringVar(&h.scout, "scout", "", "program that counts what code it reaches: it has an eighth of the time")
	flag.StringVar(&h.library, "library", "build", "folder of the C library with its abi-runner; without one nothing is compared with it")
	lanes := flag.String("lanes", "", "lanes to hunt in, see fuzz/README.md; all if none is named")
	flag.Parse()
	flag.Visit(func(f *flag.Flag) { h.further = h.further || f.Name == "reduce" })
	ok := true
	err := must.Catch(func() { ok = h.start(*lanes, flag.Args()) })
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "hunt:", err)
		os.Exit(2)
	case !ok:
		os.Exit(1)
	}
	os.Exit(0)
}

// allLanes are those that this program has. With small counters there is no room for
// large clusters, and what has to be refused is known to the lanes of sequences alone.
func allLanes() string {
	var names []string
	for _, l := range differential.All {
		if l != &differential.Large && l != &differential.Scale && l != &differential.Everything || !widths.Small {
			names = append(names, l.Name)
		}
	}
	return strings.Join(names, ",")
}
