// Package driver lets histories of operations drive the core: it reads them as a tape,
// call by call, and plays that.
package driver

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/history"
)

// Target is the allocator that a Driver drives, and Open creates it.
type (
	Target = tape.Target
	Open   = tape.Open
)

// Driver applies operations to an allocator, as a history.Driver. Agents are
// visited in order of their ids, and a cycle that an operation asks for has
// run when Apply returns.
type Driver struct {
	// AtOnce moves the clock as far as an advance says, and not by half seconds.
	AtOnce bool

	open    Open
	options core.Options
	player  *tape.Player
}

// New returns a driver of the core, whose allocators are created with the
// options given, completed by what the history's initialize says.
func New(options core.Options) *Driver { return NewOn(tape.OpenCore, options) }

// NewOn is New for allocators that open makes.
func NewOn(open Open, options core.Options) *Driver { return &Driver{open: open, options: options} }

// Allocator is the core under test, nil before initialize or if the driver
// drives something else.
func (d *Driver) Allocator() *core.Allocator {
	if d.player == nil {
		return nil
	}
	a, _ := d.player.Target.(*core.Allocator)
	return a
}

// Apply implements history.Driver.
func (d *Driver) Apply(op history.Op) (answer history.Answer, err error) {
	switch o := op.(type) {
	case *history.Initialize:
		return answer, d.initialize(o)
	case *history.Advance:
		if d.player != nil && d.player.Cast().Start.ByHand && o.Seconds > 0 {
			d.player.MoveTo(d.player.Now().Add(history.Duration(o.Seconds)))
			return answer, nil
		}
	}
	if d.player == nil {
		return answer, fmt.Errorf("%s before initialize", op.Name())
	}
	c, err := d.player.Cast().Read(op)
	if err != nil {
		return answer, err
	}
	switch c.Verb {
	case calls.OpAdvance:
		if err := d.inSteps(&c, op.(*history.Advance).Seconds); err != nil {
			return answer, err
		}
	case calls.OpRecoverResources:
		if !d.player.There(c.Agent) {
			return answer, nil // as Mesos does for agents that are gone
		}
	}
	err = d.player.Play(&c)
	answer = d.player.Answer()
	if c.Verb == calls.OpUpdateAvailable && (err == nil || errors.Is(err, core.ErrNotAvailable)) {
		answer.OK, err = new(err == nil), nil
	}
	return answer, err
}

// inSteps has the clock move in whole steps, as the traces were recorded.
func (d *Driver) inSteps(c *tape.Call, seconds float64) error {
	if d.player.Cast().Step == 0 && seconds >= 0 {
		return nil
	}
	steps := math.Round(seconds / tape.HalfSecond.Seconds())
	if !(steps >= 0 && steps < 1e9) {
		return fmt.Errorf("advance: %v seconds are not a reasonable time", seconds)
	}
	c.For = time.Duration(steps) * tape.HalfSecond
	return nil
}

func (d *Driver) initialize(o *history.Initialize) error {
	cast := tape.NewCast()
	cast.Start, cast.Options, cast.OnCalls = *o, d.options, !o.ByHand
	cast.Options.AgentOrder = core.OrderByID
	if !d.AtOnce && !o.ByHand {
		cast.Step = tape.HalfSecond
	}
	player := tape.NewPlayer(cast, d.open)
	player.Current = true
	if err := player.Start(); err != nil {
		return err
	}
	d.player = player
	return nil
}
