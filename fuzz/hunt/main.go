// Command hunt makes up histories of calls, one for each seed, and checks them.
// A history that fails is reduced and written to a file.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/apportion/apportion/fuzz/check"
	"github.com/apportion/apportion/fuzz/generate"
	"github.com/apportion/apportion/fuzz/history"
)

func main() {
	h := hunt{}
	flag.DurationVar(&h.limit, "time", time.Minute, "how long to go on")
	flag.Uint64Var(&h.seed, "seed", 1, "the first seed")
	flag.IntVar(&h.operations, "operations", 300, "in a history, at most")
	flag.IntVar(&h.failures, "failures", 1, "how many failures to stop at")
	flag.DurationVar(&h.reducing, "reduce", 30*time.Second, "how long to reduce a failing history")
	flag.StringVar(&h.dir, "out", "out/fuzz", "folder for histories that fail")
	flag.Parse()
	if !h.run() {
		os.Exit(1)
	}
}

type hunt struct {
	limit, reducing time.Duration
	seed            uint64
	operations      int
	failures        int
	dir             string

	histories, steps, offers, failed int
}

// run says whether no history failed.
func (h *hunt) run() bool {
	start := time.Now()
	said := start
	for time.Since(start) < h.limit && h.failed < h.failures {
		h.one()
		h.seed++
		if time.Since(said) > 10*time.Second {
			said = time.Now()
			h.say(start)
		}
	}
	h.say(start)
	return h.failed == 0
}

func (h *hunt) say(start time.Time) {
	fmt.Printf("%v: %d histories, %d operations, %d offers, %d failed, next seed %d\n",
		time.Since(start).Round(time.Second), h.histories, h.steps, h.offers, h.failed, h.seed)
}

// one plays the history of a seed.
func (h *hunt) one() {
	setup := check.SetupFor(h.seed)
	axes := setup.Axes()
	start := time.Now()
	ops, c, f := check.Play(generate.New(setup.Generate(), h.seed), setup, axes, h.operations)
	h.histories++
	h.steps += len(ops)
	h.offers += c.Offers()
	if f == nil {
		return
	}
	h.failed++
	fmt.Printf("FAILED seed %d after %d operations of this history, %d in all, %v: %s\n  %v\n",
		h.seed, len(ops), h.steps, time.Since(start).Round(time.Millisecond), f.Check, f)
	if h.reducing > 0 {
		h.keep(check.Reduce(ops, f, setup, axes, h.reducing), setup, axes)
	}
}

// keep writes a reduced history down.
func (h *hunt) keep(ops []history.Op, setup check.Setup, axes []check.Axis) {
	var text strings.Builder
	if f := check.Replay(ops, setup, axes); f != nil {
		for line := range strings.Lines(f.Error()) {
			text.WriteString("# " + strings.TrimRight(line, "\n") + "\n")
		}
	}
	for _, op := range ops {
		text.WriteString(history.FormatShort(op) + "\n")
	}
	file := filepath.Join(h.dir, fmt.Sprintf("seed-%d.history", h.seed))
	err := os.MkdirAll(h.dir, 0o777)
	if err == nil {
		err = os.WriteFile(file, []byte(text.String()), 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "hunt:", err)
		os.Exit(2)
	}
	fmt.Printf("reduced to %d operations, in %s:\n%s", len(ops), file, text.String())
}
