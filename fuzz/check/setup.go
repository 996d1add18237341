package check

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/fuzz/generate"
	"github.com/apportion/apportion/fuzz/model"
	"github.com/apportion/apportion/history"
)

// A Setup is what the allocators of one history have in common.
type Setup struct {
	// Options of the cores, completed by the history's initialize.
	Options core.Options
	// Every is how often a cycle that is due is run: 1 for at once, as Mesos
	// does when nothing else waits, 3 for one in three times, so that one cycle
	// serves several calls.
	Every int
	// AtOnce: the clock moves as far as it is told at once. OnAdvance: only then is
	// a cycle run, if one is due. Both are for histories that were tapes.
	AtOnce, OnAdvance bool
	// Faithful: the histories are within what the core and Mesos have in common,
	// and the reference model takes part.
	Faithful bool
	Large    bool
	// Forget is after how many calls the host of a tape releases all names, 0 for never.
	Forget int `json:",omitempty"`
	// Extremes: amounts may be too large, and their sums.
	Extremes bool `json:",omitempty"`
	// Ranks: frameworks and their roles have ranks, for policies that go by them.
	Ranks bool `json:",omitempty"`
}

// SetupFor is the setup for a seed: one in two is like Mesos, the others go
// round what the core can do besides.
func SetupFor(seed uint64) Setup {
	s := Setup{Options: core.Options{AgentOrder: core.OrderByID, Seed: seed}, Every: 1}
	switch seed % 16 {
	default:
		s.Faithful = true
	case 3, 7:
		s.Faithful, s.Large = true, true
	case 8: // what Mesos has no answer to
	case 9:
		s.Options.AgentOrder = core.OrderRandom
	case 10:
		s.Options.AgentOrder, s.Options.RoleSorter, s.Options.FrameworkSorter = core.OrderRandom, core.Random, core.Random
	case 11:
		s.Options.FrameworkSorter, s.Every = core.Random, 2
	case 12:
		s.Every = 3
	case 13:
		s.Options.NestedQuota = true
	case 14:
		s.Options.NestedQuota, s.Options.AgentOrder = true, core.OrderRandom
	case 15:
		s.Options.AgentOrder, s.Every, s.Large = core.OrderRandom, 4, true
	}
	return s
}

// Generate is what histories for the setup are made like.
func (s Setup) Generate() generate.Options {
	return generate.Options{Large: s.Large, Faithful: s.Faithful, Nested: s.Options.NestedQuota, Invalid: 15}
}

// A subject is a driver and the core that it drives.
type subject struct {
	history.Driver
	core *core.Allocator // nil before initialize

	before uint64 // the digest before an operation, but with what that has declared
}

// Digest is that of the core, 0 before initialize.
func (x *subject) Digest() (uint64, error) {
	if x.core == nil {
		return 0, nil
	}
	return x.core.Digest(), nil
}

// newSubject makes a driver of a core that works as the setup says.
func (s Setup) newSubject(test core.TestOptions) *subject {
	return s.newSubjectBehind(test, func(a *core.Allocator) driver.Target { return a })
}

// newSubjectBehind is newSubject where host makes the calls of the core.
func (s Setup) newSubjectBehind(test core.TestOptions, host func(*core.Allocator) driver.Target) *subject {
	x := &subject{}
	d := driver.NewOn(func(o core.Options) (driver.Target, error) {
		if o.AgentOrder == core.OrderByID { // the history doesn't say another
			o.AgentOrder = s.Options.AgentOrder
		}
		o.Test = test
		var err error
		if x.core, err = core.New(o); err != nil {
			return nil, err
		}
		return s.lazy(s.ranking(&declarations{host(x.core), x, map[string]bool{}}, x.core)), nil
	}, s.Options)
	d.AtOnce = s.AtOnce
	x.Driver = d
	return x
}

// lazy is an allocator whose cycles are not run each time that one is due.
type lazy struct {
	driver.Target
	every, due int
	waits      bool // for the clock to be moved
	moved      bool
}

// lazy has a host's cycles run as the setup says.
func (s Setup) lazy(host driver.Target) *lazy {
	return &lazy{Target: host, every: max(1, s.Every), waits: s.OnAdvance}
}

// Advance moves the clock.
func (l *lazy) Advance(now core.Time) {
	l.moved = true
	l.Target.Advance(now)
}

// Pending says whether a cycle is due and its turn has come.
func (l *lazy) Pending() bool {
	moved := l.moved
	if l.moved = false; l.waits && !moved || !l.Target.Pending() {
		return false
	}
	l.due++
	return l.due%l.every == 0
}

// An Axis is another allocator that has to give the same answers. If its driver
// is an io.Closer, it is closed at the end of the history.
type Axis struct {
	Name string
	New  func(Setup) history.Driver
}

// Axes are those in this process that take part in a setup. See Library for those
// behind the C ABI.
func (s Setup) Axes() []Axis {
	variant := func(test core.TestOptions) func(Setup) history.Driver {
		return func(s Setup) history.Driver { return s.newSubject(test) }
	}
	axes := []Axis{
		{"full pass", variant(core.TestOptions{FullPass: true})},
		{"full sort", variant(core.TestOptions{Resort: true})},
		{again, variant(core.TestOptions{})},
		{fewWords, func(s Setup) history.Driver { return s.newSubjectBehind(core.TestOptions{}, newTerse) }},
		{releasingHost, func(s Setup) history.Driver { return s.newSubjectBehind(core.TestOptions{}, newReleasing) }},
	}
	if s.Faithful {
		axes = append(axes, Axis{reference, func(s Setup) history.Driver {
			m := model.New()
			m.OnAdvance = s.OnAdvance
			return m
		}})
	}
	return axes
}

const (
	// again is the core as it is: the same calls give the same bytes.
	again = "once more"
	// fewWords is the core as it is, behind a terse host.
	fewWords = "few words"
	// releasingHost is the core as it is, behind a host that releases what it declares.
	releasingHost = "releasing host"
	// reference is the model, which knows nothing of what the core refuses.
	reference = "model"
)
