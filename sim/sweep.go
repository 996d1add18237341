package sim

import (
	"runtime"
	"sync"
	"time"

	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// A Sweep is runs of several scenarios, each with the same seeds.
type Sweep struct {
	Scenarios []*scenario.Scenario
	Seeds     []int64
	Short     bool // the scenarios' short forms
	// Watch is told of each step of each run, by several goroutines, if it is not nil.
	Watch func(simulated time.Duration)
}

// Length is how much time is simulated in all runs together.
func (w *Sweep) Length() time.Duration {
	sum := time.Duration(0)
	for _, sc := range w.Scenarios {
		sum += sc.Length(w.Short) * time.Duration(len(w.Seeds))
	}
	return sum
}

// Run makes all runs, as many at a time as there are processors. When a run ends, one of several
// goroutines passes it to done with the indices of its scenario and seed.
func (w *Sweep) Run(done func(scenario, seed int, r *results.Run, err error)) {
	var running sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, sc := range w.Scenarios {
		for k, seed := range w.Seeds {
			slots <- struct{}{}
			running.Go(func() {
				defer func() { <-slots }()
				r, err := Simulate(sc, Options{Seed: seed, Short: w.Short, Watch: w.Watch})
				done(i, k, r, err)
			})
		}
	}
	running.Wait()
}
