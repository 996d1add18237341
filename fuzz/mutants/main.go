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
	least := flag.Int("least", -1, "how many have to be found, after which it ends; all of them if negative")
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
		if *least < 0 {
			*least = drawn
		}
		dir := must.Get(os.MkdirTemp("", "mutants"))
		defer os.RemoveAll(dir)
		copyWith(*module, dir, faults)
		found = must.Get((&workshop{dir: dir, limit: *limit, built: map[string]*check{}}).each(faults, *processors, *least))
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	fmt.Printf("%d of %d found\n", found, drawn)
	if found < *least {
		os.Exit(1)
	}
}

// each looks for the faults, several at a time, until so many are found, and returns how many were:
// the quickest check has all of them before the next one has any, since what a check takes most of
// is to be built.
func (w *workshop) each(faults []*fault, processors, least int) (found int, err error) {
	var mutex sync.Mutex
	for round := 0; len(faults) > 0 && found < least && err == nil; round++ {
		var wait sync.WaitGroup
		var left []*fault // in the order in which they came
		hand := make(chan *fault)
		for range processors {
			wait.Go(func() {
				for f := range hand {
					by, failed := must.Try(func() string { return w.find(f, round) })
					mutex.Lock()
					switch {
					case failed != nil:
						err = errors.Join(err, fmt.Errorf("%s: %w", f, failed))
					case by != "":
						found++
						fmt.Printf("caught   %s\n         by %s\n", f, by)
					case round+1 == len(w.checksOf(f)):
						fmt.Printf("SURVIVED %s\n", f)
					default:
						left = append(left, f)
					}
					mutex.Unlock()
				}
			})
		}
		for _, f := range faults {
			mutex.Lock()
			enough := found >= least
			mutex.Unlock()
			if enough {
				break
			}
			hand <- f
		}
		close(hand)
		wait.Wait()
		faults = left
	}
	return found, err
}

// find returns what finds a fault in a round, and nothing if its check for that round does not.
func (w *workshop) find(f *fault, round int) string {
	c := w.checksOf(f)[round]
	must.Do(c.sound())
	return c.finds(f)
}
