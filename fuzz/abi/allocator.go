package abi

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/internal/wire"
)

// Allocator is an allocator in the runner's process, a driver.Target. Its
// methods are core.Allocator's and return the same errors.
type Allocator struct {
	runner     *Runner
	number     uint32
	frameworks map[core.FrameworkID]string // their ids, also of those that were removed
	err        error                       // the first of a method that returns none
}

var _ driver.Target = (*Allocator)(nil)

func (a *Allocator) begin(q request) *wire.Writer { return a.runner.begin(q, a.number) }

// done makes a call without results.
func (a *Allocator) done() error {
	d, err := a.runner.finish()
	if err != nil {
		return err
	}
	return a.end(d)
}

// end checks that all results of a call have been read.
func (a *Allocator) end(d *decoder) error {
	if err := d.end(); err != nil {
		return a.runner.fail(err)
	}
	return nil
}

// added makes a call that returns the handle of what it adds.
func (a *Allocator) added() (uint64, error) {
	f := a.runner.forecast
	if f == nil {
		return a.number64()
	}
	a.runner.enqueueNumber(f.Refusal, f.Handle)
	return f.Handle, f.Refusal
}

// number64 makes a call that returns a number, text one that returns a text.
func (a *Allocator) number64() (uint64, error) {
	d, err := a.runner.finish()
	if err != nil {
		return 0, err
	}
	v := d.u64()
	return v, a.end(d)
}

func (a *Allocator) text() (string, error) {
	d, err := a.runner.finish()
	if err != nil {
		return "", err
	}
	v := d.string()
	return v, a.end(d)
}

// keep keeps the first error of methods that return none for Session.Close.
func (a *Allocator) keep(err error) {
	if a.err == nil {
		a.err = err
	}
}
