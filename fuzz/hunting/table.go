package hunting

import (
	"fmt"
	"time"

	"github.com/apportion/apportion/fuzz/lane"
)

func (h *hunt) sum() lane.Counts {
	var sum lane.Counts
	for _, r := range h.lanes {
		counts := r.counts()
		sum.Add(&counts)
	}
	return sum
}

// say tells in a line how far the hunt is.
func (h *hunt) say(start time.Time) {
	sum := h.sum()
	fmt.Printf("%v: %d histories, %d operations, %d offers, %d failed\n",
		time.Since(start).Round(time.Second), sum.Histories, sum.Calls, sum.Offers, h.failed)
}

// table tells what came of each lane. Operations a second are those of processor
// time, which other work on the machine makes no difference to.
func (h *hunt) table(start time.Time) {
	var all time.Duration
	for _, r := range h.lanes {
		all += r.spent
	}
	fmt.Printf("%-12s %10s %12s %10s %8s %12s %10s %6s %10s\n",
		"lane", "histories", "operations", "a second", "refused", "ops a cycle", "offers", "time", "next seed")
	for _, r := range h.lanes {
		c := r.counts()
		fmt.Printf("%-12s %10d %12d %10.0f %7.1f%% %12.1f %10d %5.0f%% %10d\n", r.Name, c.Histories, c.Calls,
			float64(c.Calls)/max(r.spent.Seconds(), 1e-9), 100*float64(c.Refused)/float64(max(c.Calls, 1)),
			float64(c.Calls)/float64(max(c.Cycles, 1)), c.Offers, 100*r.spent.Seconds()/max(all.Seconds(), 1e-9), r.seed)
	}
	if h.compass != nil && !h.compass.Scouts() { // those who send it tell where all have been
		h.bearings()
	}
	h.say(start)
}

// bearings tells where the histories have been.
func (h *hunt) bearings() {
	reached, all := h.compass.Together()
	apart := h.compass.Apart()
	fmt.Printf("together in a cycle: %d of %d pairs of features; %d sets of reasons; %d histories to build upon\n",
		reached, all, h.compass.States(), h.tapes.Len())
	if len(apart) == 0 {
		return
	}
	fmt.Printf("never together, but possible (%d):\n", len(apart))
	for i := 0; i < len(apart); {
		first := apart[i][0]
		fmt.Printf("  %s: ", first)
		for sep := ""; i < len(apart) && apart[i][0] == first; i++ {
			fmt.Print(sep, apart[i][1])
			sep = ", "
		}
		fmt.Println()
	}
}
