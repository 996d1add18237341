package results

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/internal/vector"
)

// A State is how a cluster stands when a sample is taken. The Recorder keeps none of its memory.
type State struct {
	Now    alloc.Time
	Total  vector.Amounts // of the machines that are there
	Shared vector.Amounts // the total, without what shares leave out
	Used   vector.Amounts // by tasks
	Shape  vector.Amounts // of which the recorder says how many fit; or nothing
	Fits   int            // of the shape on what tasks leave of the machines

	Roles      []*RoleState  // by index of the run's roles
	Shares     []alloc.Share // of them, as standings have it (docs/standing.md)
	Frameworks []*FrameworkState
}

// A RoleState is what is held and asked for in a role, subroles left out.
type RoleState struct {
	Weight    float64
	Guarantee vector.Amounts
	Used      vector.Amounts // by tasks
	Offered   vector.Amounts // and not answered
	Lacking   vector.Amounts // of what waits
	LastStart alloc.Time     // of a task
	Sums
}

// Sums are what adds up over a role and its subroles. A RoleState has the role's own.
type Sums struct {
	Running  int
	Waiting  int
	Counts   [Counters]uint32
	Work     Work
	Lent     vector.Amounts
	Borrowed vector.Amounts
	Overdue  vector.Amounts
}

func (s *Sums) add(o *Sums) {
	s.Running += o.Running
	s.Waiting += o.Waiting
	for k, c := range o.Counts {
		s.Counts[k] += c
	}
	s.Work.All += o.Work.All
	s.Work.Lost += o.Work.Lost
	s.Lent.Add(&o.Lent)
	s.Borrowed.Add(&o.Borrowed)
	s.Overdue.Add(&o.Overdue)
}

// A FrameworkState is what a framework holds and asks for. What waits counts in its first role.
type FrameworkState struct {
	Name      string
	Roles     []int            // indices
	Held      []vector.Amounts // by role: what its tasks use and offers to it hold
	Lacking   vector.Amounts   // of what waits
	Waiting   int              // tasks, of a backlog one
	Backlogs  int              // that wait for ever
	Share     alloc.Share      // in its first role, as standings have it
	LastStart alloc.Time
}
