package tape

import (
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// A Tape is the calls of one history.
type Tape struct {
	Cast  *Cast
	Calls []Call
	free  []core.Resource // memory for resources that calls will have
}

// maxRoom is for how many calls a tape has room before they are there.
const maxRoom = 10_000

// New is a tape that is to have so many calls.
func New(cast *Cast, calls int) *Tape {
	return &Tape{Cast: cast, Calls: make([]Call, 0, min(calls, maxRoom))}
}

// Add puts a copy of a call at the end. What is never changed once it is made is
// not copied.
func (t *Tape) Add(c *Call) {
	t.Calls = append(t.Calls, *c)
	to := &t.Calls[len(t.Calls)-1]
	to.Resources = t.copyOf(c.Resources)
	to.Roles = slices.Clone(c.Roles)
	to.Conversions = slices.Clone(c.Conversions)
	for i := range to.Conversions {
		x := &to.Conversions[i]
		x.Consumed, x.Converted = t.copyOf(x.Consumed), t.copyOf(x.Converted)
	}
	to.Used = slices.Clone(c.Used)
	for i := range to.Used {
		to.Used[i].Resources = t.copyOf(to.Used[i].Resources)
	}
}

// copyOf keeps a list that is absent apart from one that is empty.
func (t *Tape) copyOf(list []core.Resource) []core.Resource {
	if list == nil {
		return nil
	}
	n := len(list)
	if len(t.free) < n {
		t.free = make([]core.Resource, max(1024, n))
	}
	out := t.free[:n:n]
	t.free = t.free[n:]
	copy(out, list)
	return out
}

// Ops is the tape as a history.
func (t *Tape) Ops() []history.Op {
	ops := []history.Op{t.Cast.Initialize()}
	for i := range t.Calls {
		ops = append(ops, t.Cast.Op(&t.Calls[i]))
	}
	return ops
}
