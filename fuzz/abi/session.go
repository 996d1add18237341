package abi

import (
	"errors"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/handle"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/internal/wire"
)

// Mode is how calls that change something are made.
type Mode uint8

const (
	// Single makes each by the function of its name.
	Single Mode = iota
	// Batched makes each by apportion_submit.
	Batched
)

func (m Mode) String() string {
	if m == Batched {
		return "batched"
	}
	return "single"
}

// Session is the allocators of one test, which end with it. Open is a
// sequence.Open.
type Session struct {
	runner *Runner
	mode   Mode
	open   []*Allocator
}

// Session returns a session without allocators.
func (r *Runner) Session(mode Mode) *Session { return &Session{runner: r, mode: mode} }

// Open creates an allocator, a *Allocator. Errors: those of core.New, and
// CodeInvalid for options of tests, which the C library does not have.
func (s *Session) Open(options alloc.Options) (sequence.Target, error) {
	if *tested.Of(&options) != (tested.Options{}) {
		return nil, &alloc.Error{Code: alloc.CodeInvalid, Text: "options: the C library has none of tests"}
	}
	s.runner.last++
	a := &Allocator{runner: s.runner, number: s.runner.last, frameworks: map[alloc.FrameworkID]string{}}
	e := a.begin(reqCreate)
	e.Bool(s.mode == Batched)
	encodeOptions(e, &options)
	if err := a.finish(func(in *wire.Reader) { a.instance.mark = handle.MarkOf(in.Uint()) }); err != nil {
		return nil, err
	}
	s.open = append(s.open, a)
	return a, nil
}

// Close destroys the session's allocators. It returns what went wrong in calls
// that return no error themselves, such as Allocator.Allocate.
func (s *Session) Close() error {
	var errs []error
	for _, a := range s.open {
		a.begin(reqDestroy)
		errs = append(errs, a.err, a.finish(nothing))
	}
	s.open = nil
	return errors.Join(errs...)
}

func encodeOptions(e *wire.Writer, o *alloc.Options) {
	e.Int(int64(o.Interval))
	e.Int(int64(o.Start))
	e.Uint(o.Seed)
	e.Text(string(o.RoleSorter))
	e.Text(string(o.FrameworkSorter))
	e.Uint(uint64(o.AgentOrder))
	e.Bool(o.OfferGPUsToAll)
	e.Bool(o.NestedQuota)
	e.Bool(o.StrictUse)
	e.Text(o.Region)
	encodeList(e, o.FairnessExclude, (*wire.Writer).Text)
	encodeList(e, o.MinAllocatable, func(e *wire.Writer, list []alloc.Quantity) {
		encodeList(e, list, func(e *wire.Writer, q alloc.Quantity) {
			e.Text(q.Name)
			e.Int(int64(q.Amount))
		})
	})
	e.Int(int64(o.RecoveryTimeout))
	e.Float(o.AgentRecoveryFactor)
	e.Int(int64(o.LendingGrace))
	e.Int(int64(o.LendingLeast))
	encodeList(e, o.RolePolicies, func(e *wire.Writer, p alloc.RolePolicy) { e.Text(p.String()) })
}

// encodeList appends a list as package calls does, each element with one.
func encodeList[T any](e *wire.Writer, list []T, one func(*wire.Writer, T)) {
	e.Uint(uint64(len(list)) + 1)
	for _, x := range list {
		one(e, x)
	}
}
