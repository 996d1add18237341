// Package driver lets histories of operations drive the core: it reads them as a sequence,
// call by call, and plays that.
package driver

import (
	"errors"
	"fmt"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

// Driver applies operations to an allocator, as a history.Driver. Agents are
// visited in order of their ids, and a cycle that an operation asks for has
// run when Apply returns. Each initialize begins with a new allocator.
type Driver struct {
	// AtOnce moves the clock as far as an advance says, and not by half seconds.
	AtOnce bool

	open    sequence.Open
	options alloc.Options
	player  *sequence.Player
}

// New returns a driver of the core, whose allocators are created with the
// options given, completed by what the history's initialize says.
func New(options alloc.Options) *Driver { return NewOn(sequence.OpenCore, options) }

// NewOn is New for allocators that open makes.
func NewOn(open sequence.Open, options alloc.Options) *Driver {
	return &Driver{open: open, options: options}
}

// Allocator is the core under test, nil before initialize or if the driver
// drives something else.
func (d *Driver) Allocator() *core.Allocator {
	if d.player == nil {
		return nil
	}
	c, _ := d.player.Target.(sequence.Core)
	return c.Allocator
}

// longestAdvance bounds the seconds of an advance that is made in steps.
const longestAdvance = 5e8

// Apply implements history.Driver.
func (d *Driver) Apply(op history.Op) (answer history.Answer, err error) {
	if o, ok := op.(*history.Initialize); ok {
		return answer, d.initialize(o)
	}
	if d.player == nil {
		return answer, fmt.Errorf("%s before initialize", op.Name())
	}
	if o, ok := op.(*history.Advance); ok {
		switch cast := d.player.Cast(); {
		case !(o.Seconds >= 0 && (o.Seconds < longestAdvance || cast.AtOnce)):
			return answer, fmt.Errorf("advance: %v seconds are not a reasonable time", o.Seconds)
		case cast.Start.ByHand && o.Seconds > 0:
			d.player.MoveTo(d.player.Now().Add(history.Duration(o.Seconds)))
			return answer, nil
		}
	}
	c, err := d.player.Cast().Read(op)
	if err != nil {
		return answer, err
	}
	if c.Verb == calls.OpRecoverResources && !d.player.There(c.Agent) {
		return answer, nil // as Mesos does for agents that are gone
	}
	err = d.player.Play(&c)
	answer = d.player.Answer()
	if c.Verb == calls.OpUpdateAvailable && (err == nil || errors.Is(err, alloc.ErrNotAvailable)) {
		answer.OK, err = new(err == nil), nil
	}
	return answer, d.byName(&c, err)
}

func (d *Driver) initialize(o *history.Initialize) error {
	cast := sequence.NewCast()
	cast.Start, cast.Options = *o, d.options
	cast.AtOnce, cast.OnAdvance = d.AtOnce || o.ByHand, o.ByHand
	cast.Options.AgentOrder = alloc.OrderByID
	player := sequence.NewPlayer(cast, d.open)
	player.Current = true
	if err := player.Start(); err != nil {
		return err
	}
	d.player = player
	return nil
}
