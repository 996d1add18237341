// Command mutants proves that the checks can fail: it builds a hunter with faults,
// switches them on one at a time, and hunts for each.
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/apportion/apportion/internal/must"
)

func main() {
	r := run{source: "."}
	flag.DurationVar(&r.limit, "time", time.Minute, "how long to hunt for each fault, in processor time")
	flag.IntVar(&r.processors, "processors", 2, "how many faults to hunt for at a time")
	flag.BoolVar(&r.remember, "remember", false, "write down what caught each, where it is looked for first the next time")
	only := flag.String("only", "", "regular expression of the faults to try")
	part := flag.String("part", "1/1", "which part of the faults to try, of how many parts: all parts use the same programs")
	flag.StringVar(&r.lanes, "lanes", "", "lanes of the hunter to look in, and nowhere else")
	fixed := flag.Bool("fixed", false, "try those that are tried every day")
	flag.StringVar(&r.source, "source", r.source, "the module")
	flag.Parse()
	var caught, tried int
	err := must.Catch(func() {
		tries := must.Get(selection(*only, *part, *fixed))
		caught, tried = r.all(tries, *fixed || *only != "")
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	fmt.Printf("%d of %d caught\n", caught, tried)
	if caught < tried {
		os.Exit(1)
	}
}

type run struct {
	source     string
	limit      time.Duration
	processors int
	remember   bool
	lanes      string
	hints      map[string]hint // by the faults' keys
}

// selection says which faults to try, by number.
func selection(only, part string, fixed bool) (func(n int, m *mutation) bool, error) {
	selected, err := regexp.Compile(only)
	if err != nil {
		return nil, err
	}
	var which, parts int
	if _, err := fmt.Sscanf(part, "%d/%d", &which, &parts); err != nil || which < 1 || which > parts {
		return nil, fmt.Errorf("there is no part %q", part)
	}
	return func(n int, m *mutation) bool {
		return n%parts == which%parts && selected.MatchString(m.name) && (!fixed || m.everyDay)
	}, nil
}

// all makes programs with all faults, or only with those to try, and tries these.
func (r *run) all(tries func(int, *mutation) bool, onlyThose bool) (caught, tried int) {
	faults := allFaults(r.source)
	r.hints = readHints(r.source)
	wanted := maps.Clone(faults)
	maps.DeleteFunc(wanted, func(n int, m *mutation) bool { return !tries(n, m) })
	woven := faults
	if onlyThose {
		woven = wanted
	}
	dir := must.Get(os.MkdirTemp("", "mutants"))
	defer func() { must.Do(os.RemoveAll(dir)) }()
	weaveAll(r.source, dir, woven)
	w := open(dir)
	w.lanes = r.lanes
	caught, tried, err := r.each(w, wanted)
	if r.remember {
		writeHints(r.source, r.hints, faults)
	}
	must.Do(err)
	return caught, tried
}

// each hunts for the faults, several at a time.
func (r *run) each(w *workshop, faults map[int]*mutation) (caught, tried int, err error) {
	var wait sync.WaitGroup
	var mutex sync.Mutex
	left, first := make(chan int), maps.Clone(r.hints)
	for range r.processors {
		wait.Go(func() {
			for n := range left {
				m := faults[n]
				limit := r.limit
				if unseen[m.key()] != "" {
					limit /= 6
				}
				found, failed := must.Try(func() finding { return w.find(n, m, first[m.key()], limit) })
				mutex.Lock()
				tried++
				switch {
				case failed != nil:
					err = errors.Join(err, fmt.Errorf("%s: %w", m.name, failed))
				case found.what != "":
					caught++
					r.hints[m.key()] = found.hint
					fmt.Printf("caught   %-50s %s\n", m.name, found.what)
				case unseen[m.key()] != "":
					tried--
					fmt.Printf("the same %-50s %s\n", m.name, unseen[m.key()])
				default:
					fmt.Printf("SURVIVED %-50s %s\n", m.name, m.file)
				}
				mutex.Unlock()
			}
		})
	}
	for _, n := range numbers(faults) {
		left <- n
	}
	close(left)
	wait.Wait()
	return caught, tried, err
}

// allFaults are the faults by number, from 1 on.
func allFaults(source string) map[int]*mutation {
	out := map[int]*mutation{}
	for i, m := range slices.Concat(must.Get(readFaults(faultList)), systematic(source)) {
		out[i+1] = &m
	}
	return out
}
