package hunting

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/apportion/apportion/fuzz/lane"
	"github.com/apportion/apportion/internal/must"
)

type hunt struct {
	limit, reducing time.Duration
	processor       bool // limit is processor time
	seed            uint64
	failures        int
	dir             string
	corpus          string // folder of histories to build upon; more are below dir
	scout           string // the program that counts what code it reaches
	further         bool   // reduce what is read from files

	lanes   []*runner
	compass *lane.Compass // nil without a lane that goes by it
	tapes   *lane.Corpus  // that it builds upon
	failed  int
	playing atomic.Uint64 // counts the histories under way: odd while one is
	current atomic.Value  // which one it is, as text
}

// start opens the libraries and says whether no history failed.
func (h *hunt) start(libraries, lanes string, files []string) (ok bool) {
	for folder := range strings.SplitSeq(libraries, ",") {
		path := filepath.Join(folder, "abi-runner")
		if _, missing := os.Stat(path); missing != nil {
			continue
		}
		end := must.Get(lane.OpenProcess("C library in "+folder, path))
		defer func() { must.Do(end()) }()
	}
	fmt.Println("with everything asked, the core against:", strings.Join(lane.Everything.Opponents(), "; "))
	if len(files) > 0 {
		return h.replay(files, lane.Named(lanes))
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
	for h.spent(start) < h.limit && h.failed < h.failures {
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
	h.keepCorpus()
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
		r.Name, game.Seed(), h.sum().Calls, processorTime().Round(time.Millisecond), f.Check, f)
	if h.reducing > 0 {
		h.reduce(r.Lane, game, f)
	}
}
