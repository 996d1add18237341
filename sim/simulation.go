package sim

import (
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

const leastDuration = alloc.Time(time.Millisecond)

// A simulation is a run under way: machines, frameworks and the master between them.
//
// Invariants:
//  1. A machine has what the core knows of it. Free here = free in the core + offered.
//  2. An offer that is open is held in the core by its framework.
//  3. A task that runs is on a machine that is there, of a framework that is there.
type simulation struct {
	scenario *scenario.Scenario
	options  Options
	seed     uint64
	now, end alloc.Time
	core     *core.Allocator
	cycle    alloc.Cycle // the latest; the next reuses its memory
	events   eventQueue

	names []string       // of resources
	kinds []alloc.KindID // plain, by resource
	// special are all other kinds.
	special map[alloc.KindID]*special
	total   amounts // of the machines that are there
	// excluded are the resources that shares leave out.
	excluded [MaxResources]bool
	sizes    []amounts
	sizeID   map[amounts]int32

	machines   []machine
	atFirst    int // so many of them are there from the beginning
	byAgent    map[alloc.AgentID]int32
	groups     map[string][]int32 // machines by group
	groupNames []string
	frameworks []framework
	byID       map[alloc.FrameworkID]*framework
	byName     map[string][]int32 // frameworks, by the names that events know them by
	roles      []role
	byRole     map[alloc.RoleID]int32
	warnings   []error
	reweighed  bool // an event has changed a weight
	metrics    core.Metrics

	offers     []offer
	freeOffers []int32
	waiting    int                   // tasks and gangs, of all frameworks
	lacking    [MaxResources]float64 // by all tasks that wait, about
	tasks      []task
	freeTasks  []int32

	lending lendingState

	// When the latest cycle ran, when one that waits runs (or never), and when the next periodic one does.
	lastCycle, nextCycle, periodic alloc.Time

	record     results.Recorder
	nextSample alloc.Time
	used       amounts // by tasks
	shape      amounts // of which samples say how many fit; or nothing
	fits       int     // of the shape on what tasks leave of the machines

	scratch struct {
		resources []alloc.Resource
		launches  []launch
	}
}

// check fails with the error of a call that cannot fail unless the bookkeeping is
// broken.
func (s *simulation) check(err error) {
	if err != nil {
		must.Fail("at %v: %w", time.Duration(s.now), err)
	}
}

func (s *simulation) internSize(size amounts) int32 {
	if i, ok := s.sizeID[size]; ok {
		return i
	}
	i := int32(len(s.sizes))
	s.sizes = append(s.sizes, size)
	s.sizeID[size] = i
	return i
}

// takeSlot is the index of an entry that is free, or of a new one at the end. An entry
// that is used again is as it was left.
func takeSlot[T any](entries *[]T, free *[]int32) int32 {
	if n := len(*free); n > 0 {
		slot := (*free)[n-1]
		*free = (*free)[:n-1]
		return slot
	}
	*entries = append(*entries, *new(T))
	return int32(len(*entries) - 1)
}

// run goes through time until the end.
func (s *simulation) run() error { return must.Catch(s.goOn) }

func (s *simulation) goOn() {
	interval := time.Duration(s.scenario.Settings.Interval)
	s.periodic = alloc.Time(interval)
	s.nextCycle = never
	for {
		t := min(s.periodic, s.nextCycle, s.nextSample, s.events.next())
		if t > s.end {
			return
		}
		s.now = t
		for s.events.next() <= t {
			s.events.pop().do()
		}
		if t == s.periodic {
			s.show()
		}
		s.allocateIfDue()
		if t == s.periodic {
			s.periodic = s.periodic.Add(interval)
			if s.options.Watch != nil {
				s.options.Watch(interval)
			}
		}
		if t == s.nextSample {
			s.sample()
		}
	}
}

// show shows the allocator to who observes it.
func (s *simulation) show() {
	if s.options.Observe != nil {
		s.options.Observe(s.core)
	}
}

// timeOf turns seconds into a time, at most the longest there is.
func timeOf(seconds float64) alloc.Time {
	const most = 20 * 365 * 24 * 3600
	return alloc.Time(min(max(seconds, 0), most) * 1e9)
}

// amountOf turns a number into an amount.
func amountOf(v float64) quantities.Amount {
	a, err := quantities.FromFloat(min(max(v, 0), scenario.LargestSize))
	if err != nil {
		return 0
	}
	return a
}
