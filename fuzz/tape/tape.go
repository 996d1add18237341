package tape

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// A Tape is the calls of one history.
type Tape struct {
	Cast  *Cast
	Calls []Call

	values [calls.Ops]memory // for what calls are
	blocks [][]core.Resource // memory for what they name
	used   int               // blocks of which something is taken
	free   []core.Resource   // of the latest of these
}

// memory are values of one kind of calls, of which the first are taken.
type memory struct {
	all   []calls.Call
	taken int
}

// block is how many resources a tape has room for at a time.
const block = 1024

// New is a tape without calls.
func New(cast *Cast) *Tape { return &Tape{Cast: cast} }

// Begin makes the tape one without calls, which go where those before were.
func (t *Tape) Begin(cast *Cast) {
	t.Cast, t.Calls, t.used, t.free = cast, t.Calls[:0], 0, nil
	for op := range t.values {
		t.values[op].taken = 0
	}
}

// First is a tape with as many of the first calls, which shares no memory that
// changes with this one.
func (t *Tape) First(calls int) *Tape {
	out := &Tape{Cast: t.Cast, Calls: make([]Call, 0, calls)}
	for i := range calls {
		out.Add(&t.Calls[i])
	}
	return out
}

// Add puts a copy of a call at the end. What is never changed once it is made is
// not copied.
func (t *Tape) Add(c *Call) {
	t.Calls = append(t.Calls, *c)
	to := &t.Calls[len(t.Calls)-1]
	if c.Value != nil {
		m := &t.values[c.Verb]
		if m.taken == len(m.all) {
			m.all = append(m.all, nil)
		}
		to.Value = c.Value.Renumbered(t, m.all[m.taken])
		m.all[m.taken] = to.Value
		m.taken++
	}
	to.Resources = t.Resources(c.Resources)
	to.Used = slices.Clone(c.Used)
	for i := range to.Used {
		to.Used[i].Resources = t.Resources(to.Used[i].Resources)
	}
}

// A tape copies calls as a calls.Renumbering that leaves all numbers as they are.

// Agent is the same.
func (t *Tape) Agent(n core.AgentID) core.AgentID { return n }

// Framework is the same.
func (t *Tape) Framework(n core.FrameworkID) core.FrameworkID { return n }

// Role is the same.
func (t *Tape) Role(n core.RoleID) core.RoleID { return n }

// Kind is the same.
func (t *Tape) Kind(n core.KindID) core.KindID { return n }

// Time is the same.
func (t *Tape) Time(now core.Time) core.Time { return now }

// Share puts a call at the end that is on another tape, which is not begun anew.
func (t *Tape) Share(c *Call) { t.Calls = append(t.Calls, *c) }

// Resources is a copy in the tape's memory. A list that is absent stays apart from one that
// is empty.
func (t *Tape) Resources(list []core.Resource) []core.Resource {
	if list == nil {
		return nil
	}
	n := len(list)
	if n > block {
		return slices.Clone(list)
	}
	if len(t.free) < n {
		if t.used == len(t.blocks) {
			t.blocks = append(t.blocks, make([]core.Resource, block))
		}
		t.free = t.blocks[t.used]
		t.used++
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
