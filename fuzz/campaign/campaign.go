package campaign

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/apportion/apportion/fuzz/differential"
	"github.com/apportion/apportion/internal/must"
)

type hunt struct {
	limit, reducing time.Duration
	processor       bool // limit is processor time
	seed            uint64
	dir             string
	scout           string // the program that counts what code it reaches
	library         string // folder of the C library and its abi-runner
	further         bool   // reduce what is read from files

	lanes   []*runner
	failed  int
	playing atomic.Uint64 // counts beginnings and ends of turns: odd while one is under way
	current atomic.Value  // its lane and the seed that it began with, as text
}

// start opens the library and says whether no history failed.
func (h *hunt) start(lanes string, files []string) (ok bool) {
	path := filepath.Join(h.library, "abi-runner")
	if _, missing := os.Stat(path); h.library != "" && missing == nil {
		end := must.Get(differential.OpenLibrary(path))
		defer func() { must.Do(end()) }()
	}
	if len(files) > 0 {
		return h.replay(files, differential.Named(lanes))
	}
	if lanes == "" {
		lanes = allLanes()
	}
	h.sendScout(lanes)
	h.openLanes(lanes)
	return h.run()
}

// run hunts until the time is over, in the lane that is furthest behind its share.
func (h *hunt) run() (ok bool) {
	start := time.Now()
	said := start
	go h.watch()
	for h.spent(start) < h.limit && h.failed == 0 {
		r := h.lanes[0]
		for _, other := range h.lanes {
			if other.spent*time.Duration(r.share) < r.spent*time.Duration(other.share) {
				r = other
			}
		}
		h.one(r)
		if time.Since(said) > 10*time.Second {
			said = time.Now()
			h.say(start)
		}
	}
	for _, r := range h.lanes {
		if r.game != nil {
			r.game.GiveUp()
		}
	}
	h.table(start)
	return h.failed == 0
}

// spent is how long the hunt has gone on.
func (h *hunt) spent(start time.Time) time.Duration {
	if h.processor {
		return processorTime()
	}
	return time.Since(start)
}

// one gives a lane its turn.
func (h *hunt) one(r *runner) {
	h.current.Store(fmt.Sprintf("seed %d of lane %s", r.seed, r.Name))
	h.playing.Add(1)
	start := processorTime()
	game, f := h.play(r)
	r.spent += processorTime() - start
	h.playing.Add(1)
	if f == nil {
		return
	}
	h.failed++
	fmt.Printf("FAILED lane %s, seed %d, after %d operations in all, %v: %s\n  %v\n",
		r.Name, game.Seed, h.sum().Calls, processorTime().Round(time.Millisecond), f.Check, f)
	if h.reducing > 0 {
		h.reduce(r.Lane, game, f)
	}
}

func (h *hunt) sum() differential.Counts {
	var sum differential.Counts
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
	h.say(start)
}

// sendScout has a program hunt that counts what code it reaches.
func (h *hunt) sendScout(lanes string) {
	if h.scout == "" {
		return
	}
	fmt.Println("scouting, with code counted")
	scout := exec.Command(h.scout, "-time", (h.limit / 8).String(), "-seed", fmt.Sprint(h.seed), "-lanes", lanes,
		"-library", h.library, "-out", h.dir)
	scout.Stdout, scout.Stderr = os.Stdout, os.Stderr
	if err := scout.Run(); err != nil {
		must.Fail("%s: %w", h.scout, err)
	}
	h.limit -= h.limit / 8
	fmt.Println("hunting")
}
