package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/apportion/apportion/fuzz/abi"
	"github.com/apportion/apportion/fuzz/check"
	"github.com/apportion/apportion/fuzz/generate"
	"github.com/apportion/apportion/history"
)

type hunt struct {
	limit, reducing time.Duration
	processor       bool // limit is processor time
	seed            uint64
	operations      int
	failures        int
	dir             string
	further         bool         // reduce what is read from files
	beyond          []check.Axis // through C libraries

	histories, steps, offers, failed int
	playing                          uint64 // the seed of the history under way, 0 if none is
}

// start opens the libraries and says whether no history failed.
func (h *hunt) start(libraries string, files []string) (ok bool, err error) {
	for folder := range strings.SplitSeq(libraries, ",") {
		path := filepath.Join(folder, "abi-runner")
		if _, missing := os.Stat(path); missing != nil {
			continue
		}
		l, err := check.OpenLibrary("C library in "+folder, path)
		if err != nil {
			return false, err
		}
		defer func() { err = errors.Join(err, l.Close()) }()
		h.beyond = append(h.beyond, l.Axis(abi.Single), l.Axis(abi.Batched))
	}
	fmt.Print("the core against: full pass, full sort, itself again, itself told in few words, the model")
	for _, a := range h.beyond {
		fmt.Print("; ", a.Name)
	}
	fmt.Println()
	if len(files) > 0 {
		return h.replay(files)
	}
	return h.run()
}

// axes are those of a setup, and the libraries'.
func (h *hunt) axes(setup check.Setup) []check.Axis { return append(setup.Axes(), h.beyond...) }

// replay checks the histories in files.
func (h *hunt) replay(files []string) (ok bool, err error) {
	for _, file := range files {
		histories, setup, err := check.ReadFile(file)
		if err != nil {
			return false, err
		}
		for i, ops := range histories {
			if f := check.Replay(ops, setup, h.axes(setup)); f != nil {
				h.failed++
				fmt.Printf("FAILED %s, history %d: %v\n", file, i+1, f)
				if h.further {
					h.seed = setup.Options.Seed
					err = h.keep(check.Reduce(ops, f, setup, h.axes(setup), h.reducing), f, setup, h.axes(setup))
				}
			}
			if err != nil {
				return false, err
			}
		}
		h.histories += len(histories)
	}
	fmt.Printf("%d histories, %d failed\n", h.histories, h.failed)
	return h.failed == 0, nil
}

// run hunts until the time is over.
func (h *hunt) run() (ok bool, err error) {
	start := time.Now()
	said := start
	go h.watch()
	for h.spent(start) < h.limit && h.failed < h.failures {
		if err := h.one(); err != nil {
			return false, err
		}
		h.seed++
		if time.Since(said) > 10*time.Second {
			said = time.Now()
			h.say(start)
		}
	}
	h.say(start)
	return h.failed == 0, nil
}

// spent is how long the hunt has gone on.
func (h *hunt) spent(start time.Time) time.Duration {
	if h.processor {
		return processorTime()
	}
	return time.Since(start)
}

func (h *hunt) say(start time.Time) {
	fmt.Printf("%v: %d histories, %d operations, %d offers, %d failed, next seed %d\n",
		time.Since(start).Round(time.Second), h.histories, h.steps, h.offers, h.failed, h.seed)
}

// one plays the history of a seed.
func (h *hunt) one() error {
	setup := check.SetupFor(h.seed)
	axes := h.axes(setup)
	start := time.Now()
	atomic.StoreUint64(&h.playing, h.seed)
	ops, c, f := check.Play(generate.New(setup.Generate(), h.seed), setup, axes, h.operations)
	atomic.StoreUint64(&h.playing, 0)
	h.histories++
	h.steps += len(ops)
	h.offers += c.Offers()
	if f == nil {
		return nil
	}
	h.failed++
	fmt.Printf("FAILED seed %d after %d operations of this history, %d in all, %v: %s\n  %v\n",
		h.seed, len(ops), h.steps, time.Since(start).Round(time.Millisecond), f.Check, f)
	if h.reducing == 0 {
		return nil
	}
	return h.keep(check.Reduce(ops, f, setup, axes, h.reducing), f, setup, axes)
}

// keep writes a reduced history down.
func (h *hunt) keep(ops []history.Op, f *check.Failure, setup check.Setup, axes []check.Axis) error {
	if g := check.Replay(ops, setup, axes); g != nil {
		f = g
	}
	file := filepath.Join(h.dir, fmt.Sprintf("seed-%d.history", h.seed))
	if err := check.WriteFile(file, ops, h.seed, f); err != nil {
		return err
	}
	fmt.Printf("reduced to %d operations; to reproduce: go run ./fuzz/hunt %s\n", len(ops), file)
	for _, op := range ops {
		fmt.Println(history.FormatShort(op))
	}
	return nil
}
