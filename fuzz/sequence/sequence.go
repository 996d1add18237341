// Package sequence holds histories as calls of an allocator with their arguments ready:
// whom and what they are about is told by number, so that a call is carried out
// without a text being read, looked up or written. What the numbers stand for, the
// cast of the history says.
// Ops writes a sequence down as a history.
package sequence

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
)

// A Sequence is the calls of one history.
type Sequence struct {
	Cast  *Cast
	Calls []Call
}

// New is a sequence without calls.
func New(cast *Cast) *Sequence { return &Sequence{Cast: cast} }

// Add puts a copy of a call at the end. What is never changed once it is made is
// not copied.
func (t *Sequence) Add(c *Call) {
	t.Calls = append(t.Calls, *c)
	to := &t.Calls[len(t.Calls)-1]
	if c.Value != nil {
		to.Value = calls.Renumbered(c.Value, t, nil)
	}
	to.Resources = t.Resources(c.Resources)
	to.Used = slices.Clone(c.Used)
	for i := range to.Used {
		to.Used[i].Resources = t.Resources(to.Used[i].Resources)
	}
}

// A sequence copies calls as a calls.Renumbering that leaves all numbers as they are.

func (t *Sequence) Agent(n alloc.AgentID) alloc.AgentID              { return n }
func (t *Sequence) Framework(n alloc.FrameworkID) alloc.FrameworkID  { return n }
func (t *Sequence) Role(n alloc.RoleID) alloc.RoleID                 { return n }
func (t *Sequence) Kind(n alloc.KindID) alloc.KindID                 { return n }
func (t *Sequence) Time(now alloc.Time) alloc.Time                   { return now }
func (t *Sequence) Resources(list []alloc.Resource) []alloc.Resource { return slices.Clone(list) }

// Ops is the sequence as a history.
func (t *Sequence) Ops() []history.Op {
	start := t.Cast.Start
	ops := []history.Op{&start}
	for i := range t.Calls {
		ops = append(ops, t.Cast.Op(&t.Calls[i]))
	}
	return ops
}
