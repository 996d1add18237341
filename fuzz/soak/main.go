// Command soak plays a cluster for a long time, on the C library in a process of its own and on
// the core in this one: agents and frameworks come and go in waves, and the master fails over.
// fuzz/README.md says what is checked, drawn and recorded.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/apportion/apportion/fuzz/abi"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/journal"
)

func main() {
	limit := flag.Duration("time", time.Minute, "how long to go on")
	agents := flag.Int("agents", 50_000, "number of agents")
	frameworks := flag.Int("frameworks", 200, "number of frameworks")
	seed := flag.Uint64("seed", 1, "of everything that happens by chance")
	library := flag.String("library", "build", "folder of the C library with its abi-runner; empty to play with the core alone, whose calls are not timed")
	records := flag.String("record", "", "folder to record the core in this process into, and to replay at the end")
	out := flag.String("out", "out/soak.html", "where to draw the plots")
	flag.Parse()
	err := must.Catch(func() {
		c := newCluster(*agents, *frameworks, *seed)
		c.Records = *records
		if *library != "" {
			c.Runner = must.Get(abi.Start(filepath.Join(*library, "abi-runner")))
			defer func() { must.Do(c.Runner.Close()) }()
		}
		c.soak(*limit, *out)
		c.replay()
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// samples is how many points the plots have, at most.
const samples = 400

func (c *cluster) soak(limit time.Duration, out string) {
	c.open()
	start := time.Now()
	var sampled, checked, said time.Duration // when next to
	for elapsed := time.Duration(0); elapsed < limit; elapsed = time.Since(start) {
		if err := must.Catch(c.step); err != nil {
			must.Fail("second %d: %w", c.second(), err)
		}
		if elapsed >= checked {
			began := time.Now()
			if err := c.term.Check(); err != nil {
				must.Fail("second %d: %w", c.second(), err)
			}
			// To check takes a while, and is not what this is about.
			checked = elapsed + min(10*time.Since(began), limit/20)
			c.record.checks++
		}
		if elapsed >= sampled {
			sampled = elapsed + limit/samples
			c.record.sample(elapsed, c)
		}
		if elapsed >= said {
			said = elapsed + limit/20
			fmt.Println(c.record.latest())
			write(out, c.record.samples)
		}
	}
	c.record.sample(time.Since(start), c)
	must.Do(errors.Join(c.term.End(), must.Catch(func() { write(out, c.record.samples) })))
	drift, err := c.record.drift()
	fmt.Printf("%v\n%d times everything was checked; %s\nplots in %s\n", c.record.latest(), c.record.checks+1, drift, out)
	must.Do(err)
}

func write(file string, list []sample) {
	must.Do(os.MkdirAll(filepath.Dir(file), 0o777))
	var page bytes.Buffer
	must.Do(plots(list).WriteHTML(&page))
	must.Do(os.WriteFile(file, page.Bytes(), 0o666))
}

// replay carries all recordings out again, if there are any: each answer has to be the
// recorded one, and the state at the end the allocator's.
func (c *cluster) replay() {
	if c.Records == "" {
		return
	}
	var p journal.Replay
	must.Do(p.Run(must.Get(journal.Read(c.Records))))
	must.Do(errors.Join(p.Damages...))
	if p.Allocator.Digest() != c.term.Core().Digest() {
		must.Fail("the replay comes to another state than the allocator's")
	}
	fmt.Printf("the recording in %s replays identically: %d calls, %d cycles, %d snapshots, %d gaps\n", c.Records, p.Calls, p.Cycles, p.Snapshots, len(p.Gaps))
}
