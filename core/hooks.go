package core

import (
	"io"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

func init() {
	hooks.Prefetch = func(view any, calls []hooks.Upcoming, i int) { view.(*View).state.Ledger.Prefetch(calls, i) }
	hooks.RunTook = func(allocator any, took time.Duration) {
		if a, is := allocator.(*Allocator); is {
			a.runTook(took)
		}
	}
	hooks.Restore = func(r io.Reader, with hooks.Changes) (any, error) { return restore(r, with) }
	hooks.ResourceNumber = func(view any, i quantities.Name) rows.Number { return view.(*View).state.Names.Number(i) }
	hooks.NumberedResource = func(view any, number rows.Number) (string, error) {
		names := view.(*View).state.Names
		i, ok := names.OfNumber(number)
		if !ok {
			return "", fault.Errorf(alloc.CodeInvalid, "resource name %d: there is none, or none any more", number)
		}
		return names.String(i), nil
	}
	hooks.Looked = func(allocator any) (pairs, again int) {
		looked := allocator.(*Allocator).cycle.Demand.Looked
		return looked.Roles + looked.Frameworks, looked.Again
	}
}

// runTook counts how long the last cycle took (hooks.RunTook), and records that: a replay is to count the same.
func (a *Allocator) runTook(d time.Duration) {
	a.state.Schedule.Counters.RunTook(d)
	a.record(0, nil, func() calls.Call { return &calls.RunTook{Took: d} })
}
