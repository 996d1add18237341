// Package driver lets histories of operations drive the core: it does for
// them what a host does, from interning names to evaluating offer constraints.
package driver

import (
	"fmt"
	"math"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// Driver applies operations to an allocator, as a history.Driver. Agents are
// visited in order of their ids, and a cycle that an operation asks for has
// run when Apply returns.
type Driver struct {
	// AtOnce moves the clock as far as an advance says, and not by half seconds.
	AtOnce bool

	open      Open
	allocator Target
	options   core.Options
	now       core.Time
	byHand    bool // the history says when a cycle runs
	cycle     core.Cycle

	attributes  map[string]map[string]string          // by agent
	constraints map[string]map[string][]history.Group // by framework and role
	excluded    map[string][]string                   // by framework, in which roles the history says itself which agents
}

// New returns a driver of the core, whose allocators are created with the
// options given, completed by what the history's initialize says.
func New(options core.Options) *Driver { return NewOn(OpenCore, options) }

// NewOn is New for allocators that open makes.
func NewOn(open Open, options core.Options) *Driver { return &Driver{open: open, options: options} }

// Allocator is the core under test, nil before initialize or if the driver
// drives something else.
func (d *Driver) Allocator() *core.Allocator {
	a, _ := d.allocator.(*core.Allocator)
	return a
}

// step is how far the clock moves at once, as it did when the traces were
// recorded.
const step = time.Second / 2

// Apply implements history.Driver.
func (d *Driver) Apply(op history.Op) (history.Answer, error) {
	var answer history.Answer
	if d.allocator == nil {
		if _, ok := op.(*history.Initialize); !ok {
			return answer, fmt.Errorf("%s before initialize", op.Name())
		}
	}
	if o, ok := op.(*history.Advance); ok {
		return answer, d.advance(o.Seconds, &answer)
	}
	if err := d.call(op, &answer); err != nil || d.byHand {
		return answer, err
	}
	return answer, d.allocate(&answer)
}

// advance moves the clock in steps, as the traces were recorded.
func (d *Driver) advance(seconds float64, answer *history.Answer) error {
	if d.byHand && seconds > 0 {
		d.now = d.now.Add(history.Duration(seconds))
		d.allocator.Advance(d.now)
		return nil
	}
	if (d.AtOnce || d.byHand) && seconds >= 0 {
		d.now = d.now.Add(history.Duration(seconds))
		d.allocator.Advance(d.now)
		return d.allocate(answer)
	}
	steps := math.Round(seconds / step.Seconds())
	if !(steps >= 0 && steps < 1e9) {
		return fmt.Errorf("advance: %v seconds are not a reasonable time", seconds)
	}
	for range int(steps) {
		d.now = d.now.Add(step)
		d.allocator.Advance(d.now)
		if err := d.allocate(answer); err != nil {
			return err
		}
	}
	return nil
}

// allocate runs the cycle that is due, if any, and adds its outcome to the
// answer.
func (d *Driver) allocate(answer *history.Answer) error {
	a := d.allocator
	if !a.Pending() {
		return nil
	}
	a.Allocate(d.now, &d.cycle)
	for i := range d.cycle.Offers {
		o := &d.cycle.Offers[i]
		resources, err := history.Describe(d.allocator, d.cycle.ResourcesOf(o))
		if err != nil {
			return err
		}
		answer.Offers = append(answer.Offers, history.Offer{
			Framework: known(a.FrameworkName(o.Framework)),
			Role:      known(a.RoleName(o.Role)),
			Agent:     known(a.AgentName(o.Agent)),
			Resources: resources,
		})
	}
	for _, o := range d.cycle.InverseOffers {
		answer.InverseOffers = append(answer.InverseOffers, history.InverseOffer{
			Framework: known(a.FrameworkName(o.Framework)),
			Agent:     known(a.AgentName(o.Agent)),
			StartS:    float64(o.Unavailability.Start) / float64(time.Second),
		})
	}
	return nil
}

func known(name string, err error) string {
	if err != nil {
		panic("an offer names what is not there: " + err.Error())
	}
	return name
}

// meant is what the core takes for a number of a history, where 0 is 0 and -1
// is as invalid as -2.
func meant[T time.Duration | float64](v T) T {
	switch v {
	case 0:
		return core.NoWait
	case core.NoWait:
		return 2 * core.NoWait
	}
	return v
}

func (d *Driver) initialize(o *history.Initialize) error {
	options := d.options
	options.AgentOrder = core.OrderByID
	Complete(&options, o)
	a, err := d.open(options)
	if err != nil {
		return err
	}
	*d = Driver{
		AtOnce:      d.AtOnce,
		open:        d.open,
		allocator:   a,
		now:         options.Start,
		byHand:      o.ByHand,
		options:     d.options,
		attributes:  map[string]map[string]string{},
		constraints: map[string]map[string][]history.Group{},
		excluded:    map[string][]string{},
	}
	return nil
}

// Complete enters into options what an initialize says.
func Complete(options *core.Options, o *history.Initialize) {
	interval := 1.0
	if o.AllocationIntervalS != nil {
		interval = *o.AllocationIntervalS
	}
	options.Interval = history.Duration(interval)
	options.FairnessExclude = o.FairnessExclude
	options.OfferGPUsToAll = o.FilterGPUResources != nil && !*o.FilterGPUResources
	if o.Domain != nil {
		options.Region = o.Domain.Region
	}
	options.MinAllocatable = history.MinimaOf(o.MinAllocatable)
	if o.RecoveryTimeoutS != nil {
		options.RecoveryTimeout = meant(history.Duration(*o.RecoveryTimeoutS))
	}
	if o.AgentRecoveryFactor != nil {
		options.AgentRecoveryFactor = meant(*o.AgentRecoveryFactor)
	}
	completePolicies(options, o)
	if o.StartNS != 0 {
		options.Start = core.Time(o.StartNS)
	}
	if o.Seed != 0 {
		options.Seed = o.Seed
	}
	if o.NestedQuota {
		options.NestedQuota = true
	}
}
