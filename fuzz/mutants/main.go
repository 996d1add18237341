// Command mutants proves that the checks can fail: it draws functions, plants a fault in each,
// and says which check has found it, or that none has.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"sync"
	"time"

	"github.com/apportion/apportion/internal/must"
)

func main() {
	module := flag.String("source", ".", "the module")
	seed := flag.Uint64("seed", 1, "draws functions, and the place in each")
	n := flag.Int("draw", 40, "how many functions to draw")
	in := flag.String("in", "", "regular expression of the functions to draw from")
	limit := flag.Duration("time", time.Minute, "how long to hunt for each fault, in processor time")
	processors := flag.Int("processors", 2, "how many faults to look for at a time")
	least := flag.Int("least", -1, "how many have to be found, all of them if negative")
	flag.Parse()
	var found, drawn int
	err := must.Catch(func() {
		all, wanted := faultsOf(*module), must.Get(regexp.Compile(*in))
		for function := range all {
			if !wanted.MatchString(function) {
				delete(all, function)
			}
		}
		faults := draw(all, readEqual(equalList), *seed, *n)
		drawn = len(faults)
		dir := must.Get(os.MkdirTemp("", "mutants"))
		defer os.RemoveAll(dir)
		copyWith(*module, dir, faults)
		found = must.Get((&workshop{dir: dir, limit: *limit, built: map[string]*check{}}).each(faults, *processors))
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	fmt.Printf("%d of %d found\n", found, drawn)
	if *least < 0 {
		*least = drawn
	}
	if found < *least {
		os.Exit(1)
	}
}

// each looks for the faults, several at a time, and returns how many were found.
func (w *workshop) each(faults []*fault, processors int) (found int, err error) {
	var wait sync.WaitGroup
	var mutex sync.Mutex
	left := make(chan *fault)
	for range processors {
		wait.Go(func() {
			for f := range left {
				by, failed := must.Try(func() string { return w.find(f) })
				mutex.Lock()
				switch {
				case failed != nil:
					err = errors.Join(err, fmt.Errorf("%s: %w", f, failed))
				case by == "":
					fmt.Printf("SURVIVED %s\n", f)
				default:
					found++
					fmt.Printf("caught   %s\n         by %s\n", f, by)
				}
				mutex.Unlock()
			}
		})
	}
	for _, f := range faults {
		left <- f
	}
	close(left)
	wait.Wait()
	return found, err
}

// find returns what finds a fault, and nothing without one.
func (w *workshop) find(f *fault) string {
	for _, c := range w.checksOf(f) {
		must.Do(c.sound())
		if found := c.finds(f); found != "" {
			return found
		}
	}
	return ""
}
