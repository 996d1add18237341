// Command soak plays a cluster for a long time: agents and frameworks come and go
// in waves, the master fails over, and all the while what the allocator accounts
// for has to agree with what the cluster knows itself. How memory, latencies and
// counts develop is drawn into an HTML file.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/driver"
)

func main() {
	limit := flag.Duration("time", time.Minute, "how long to go on")
	agents := flag.Int("agents", 50_000, "number of agents")
	frameworks := flag.Int("frameworks", 200, "number of frameworks")
	seed := flag.Uint64("seed", 1, "of everything that happens by chance")
	out := flag.String("out", "out/soak.html", "where to draw the plots")
	flag.Parse()
	c := newCluster(openCore, *agents, *frameworks, *seed)
	err := soak(c, *limit, *out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// openCore opens the allocator to be played with. Whatever is a driver.Target can
// take its place, such as the library behind the C ABI.
func openCore() (driver.Target, error) {
	return core.New(core.Options{IntervalNanos: second, AgentOrder: core.OrderRandom})
}

// samples is how many points the plots have, at most.
const samples = 400

func soak(c *cluster, limit time.Duration, out string) error {
	if err := c.open(); err != nil {
		return err
	}
	start := time.Now()
	next := time.Duration(0)
	for time.Since(start) < limit {
		if err := c.step(); err != nil {
			return fmt.Errorf("second %d: %w", c.now/second, err)
		}
		if elapsed := time.Since(start); elapsed >= next {
			if err := c.check(); err != nil {
				return fmt.Errorf("second %d: %w", c.now/second, err)
			}
			// To check takes a while, and is not what this is about.
			next = elapsed + max(limit/samples, 9*(time.Since(start)-elapsed))
			s := c.record.sample(elapsed, c)
			if len(c.record.samples)%20 == 1 {
				fmt.Println(s)
			}
			if err := write(out, c.record.samples); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%v\nplots in %s\n", c.record.samples[len(c.record.samples)-1], out)
	return nil
}

func write(file string, list []sample) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, plots(list), 0o666)
}
