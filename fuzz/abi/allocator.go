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

// ask makes the call that was begun, and returns what read reads of the answer.
func ask[T any](a *Allocator, read func(*wire.Reader) T) (v T, err error) {
	err = a.runner.finish(func(in *wire.Reader) { v = read(in) })
	return v, err
}

// asked is ask for methods that return no error.
func asked[T any](a *Allocator, read func(*wire.Reader) T) T {
	v, err := ask(a, read)
	a.keep(err)
	return v
}

// list appends a list's elements to dst, each of them read with one.
func list[T any](in *wire.Reader, dst []T, one func(*wire.Reader) T) []T {
	for range in.Count("values") - 1 {
		dst = append(dst, one(in))
	}
	return dst
}

// nothing reads nothing.
func nothing(*wire.Reader) {}

// keep keeps the first error of methods that return none for Session.Close.
func (a *Allocator) keep(err error) {
	if a.err == nil {
		a.err = err
	}
}
