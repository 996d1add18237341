// Package comparison runs a scenario in several variants with the same seeds, and says
// what differs and how certainly.
//
// A seed's run has the same tasks in every variant, so differences are taken seed by
// seed: what the seeds have in common cancels out, and a few seeds tell more than many
// that are not paired.
package comparison

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// Options of a comparison.
type Options struct {
	File     string
	Set      []scenario.Override // in all variants
	Vary     []Vary
	Seeds    int    // the seeds 1 to that; 0: those of the scenario
	Baseline string // what the others are compared with; "": the first variant
	Short    bool
	// Figures are those to compare, as "jain" or "share of web"; none: those that
	// tell most.
	Figures []string
	// Watch is told of each step of each run, by several goroutines, if it is not nil.
	Watch func(simulated time.Duration)
	// Begin is told how much time all runs together are going to simulate, before the first, if it is not nil.
	Begin func(total time.Duration)
}

// A Result is the outcome of a comparison.
type Result struct {
	Title    string
	Name     string // of the scenario
	Variants []Variant
	Baseline int
	Seeds    []int64
	Figures  []Figure
	First    []*results.Run // of each variant, with the first seed
}

// Run carries a comparison out on all processors.
func Run(o Options) (r *Result, err error) {
	err = must.Catch(func() {
		variants := must.Get(Variants(o.Vary))
		baseline := must.Get(find(variants, o.Baseline))
		for _, v := range o.Vary {
			same := func(s scenario.Override) bool {
				return strings.TrimPrefix(s.Path, "settings.") == strings.TrimPrefix(v.Path, "settings.")
			}
			if slices.ContainsFunc(o.Set, same) {
				must.Fail("%s is both set and varied", v.Path)
			}
		}
		scenarios := make([]*scenario.Scenario, len(variants))
		for i, v := range variants {
			scenarios[i] = must.Get(scenario.ReadWith(o.File, slices.Concat(o.Set, v.Overrides)))
		}
		if len(variants) < 2 {
			must.Fail("--vary makes one variant, %v, and nothing to compare it with: PATH=VALUE,VALUE", variants[0])
		}
		r = run(variants, scenarios, baseline, &o)
	})
	return r, err
}

// Scenarios compares scenarios that have names, of which the first is the baseline. Of
// the options, File, Set, Vary and Baseline mean nothing.
func Scenarios(names []string, scenarios []*scenario.Scenario, o Options) (r *Result, err error) {
	variants := make([]Variant, len(names))
	for i, name := range names {
		variants[i].Name = name
	}
	err = must.Catch(func() { r = run(variants, scenarios, 0, &o) })
	return r, err
}

func run(variants []Variant, scenarios []*scenario.Scenario, baseline int, o *Options) *Result {
	r := &Result{Variants: variants, Baseline: baseline, First: make([]*results.Run, len(variants))}
	r.Title, r.Name, r.Seeds = scenarios[0].Title, scenarios[0].Name(), scenarios[0].Seeds
	if o.Seeds > 0 {
		r.Seeds = scenario.SeedsUpTo(o.Seeds)
	}
	sweep := sim.Sweep{Scenarios: scenarios, Seeds: r.Seeds, Short: o.Short, Watch: o.Watch}
	if o.Begin != nil {
		o.Begin(sweep.Length())
	}
	all := r.runAll(&sweep)
	names := o.Figures
	if len(names) == 0 {
		names = r.usual(scenarios, all)
	}
	for _, name := range names {
		r.Figures = append(r.Figures, r.compare(name, all))
	}
	return r
}

// Warnings are what the scenario says that may be a mistake, in any variant.
func (r *Result) Warnings() (list []error) {
	said := map[string]bool{}
	for _, run := range r.First {
		for _, w := range run.Warnings {
			if !said[w.Error()] {
				list = append(list, w)
			}
			said[w.Error()] = true
		}
	}
	return list
}

// Different reports whether any figure differs from the baseline's in the mean.
func (r *Result) Different() bool {
	for i := range r.Figures {
		for _, v := range r.Figures[i].Of {
			if v.Difference != 0 && !math.IsNaN(v.Difference) {
				return true
			}
		}
	}
	return false
}

// outcomes are all figures of all runs, by variant and seed.
type outcomes [][]map[string]float64

// runAll runs each variant with each seed.
func (r *Result) runAll(sweep *sim.Sweep) outcomes {
	all := make(outcomes, len(r.Variants))
	for i := range all {
		all[i] = make([]map[string]float64, len(r.Seeds))
	}
	errs := make([]error, len(r.Variants)*len(r.Seeds))
	sweep.Run(func(i, k int, run *results.Run, err error) {
		if err != nil {
			errs[i*len(r.Seeds)+k] = fmt.Errorf("%v, seed %d: %w", r.Variants[i], r.Seeds[k], err)
			return
		}
		all[i][k] = results.AllFigures(run)
		if k == 0 {
			r.First[i] = run
		}
	})
	must.Do(cmp.Or(errs...))
	return all
}
