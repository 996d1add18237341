package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/abi"
	"github.com/apportion/apportion/journal"
)

// A target is what a cluster asks of its allocator, see core.Allocator.
type target interface {
	InternRole(path string) (core.RoleID, error)
	InternKind(core.Kind) (core.KindID, error)
	Recover(now core.Time, expectedAgents int, quotas []core.RoleQuota) error
	AddFramework(core.FrameworkInfo) (core.FrameworkID, error)
	RemoveFramework(core.FrameworkID) error
	SuppressOffers(core.FrameworkID, []core.RoleID) error
	ReviveOffers(core.FrameworkID, []core.RoleID) error
	AddAgent(core.AgentInfo) (core.AgentID, error)
	RemoveAgent(core.AgentID) error
	TransitionOfferedToAllocated(core.AgentID, core.RoleID, []core.Resource) error
	RecoverResources(core.RecoverRequest) error
	Advance(now core.Time)
	Pending() bool
	Allocate(now core.Time, out *core.Cycle)
}

// A master makes the allocators of a cluster, one after the other.
type master struct {
	library *abi.Runner // nil for allocators of this process alone
	session *abi.Session
	records string // folder to record the core in this process into, one recording after the other; empty for none
}

func options() core.Options {
	return core.Options{Interval: time.Second, AgentOrder: core.OrderRandom}
}

// newMaster makes allocators of the C library in a folder, or of this process if
// there is none.
func newMaster(folder string) (*master, error) {
	if folder == "" {
		return &master{}, nil
	}
	runner, err := abi.Start(filepath.Join(folder, "abi-runner"))
	if err != nil {
		return nil, err
	}
	return &master{library: runner, session: runner.Session(abi.Single)}, nil
}

func (m *master) close() error {
	if m.library == nil {
		return nil
	}
	return errors.Join(m.session.Close(), m.library.Close())
}

// open makes an allocator. One of the C library has a twin in this process.
func (m *master) open() (*twin, error) {
	inner, err := core.New(options())
	if err != nil {
		return nil, err
	}
	a := journal.New(inner)
	if m.records != "" {
		if err := a.Record(journal.Options{Dir: m.records, Interval: time.Second}); err != nil {
			return nil, err
		}
	}
	if m.library == nil {
		return &twin{target: a, core: a}, nil
	}
	t, err := m.session.Open(options())
	if err != nil {
		return nil, err
	}
	l := t.(*abi.Allocator)
	return &twin{target: l, library: l, runner: m.library, core: a}, nil
}

// end ends an allocator that a new one has taken over from.
func (m *master) end(t *twin) error {
	err := t.core.StopRecording()
	if t.library == nil {
		return err
	}
	return errors.Join(err, m.session.Destroy(t.library))
}

// A twin is an allocator of the C library, and the core in this process, to which
// the same happens: so the library's state can be seen through.
type twin struct {
	target  // the library's, or the core if that is alone
	library *abi.Allocator
	runner  *abi.Runner
	core    *journal.Allocator
	other   core.Cycle
	took    time.Duration       // by the library, of the latest call
	late    func(time.Duration) // told of calls that were put off, how long the library took
	differs error               // the first difference in what calls without an error do
}

// both says that a call has been made of the library, and makes it of the core.
func both[T comparable](t *twin, got T, err error, again func() (T, error)) (T, error) {
	if t.library == nil {
		return got, err
	}
	t.took = t.runner.Took()
	want, refusal := again()
	if got != want || (err == nil) != (refusal == nil) {
		return got, fmt.Errorf("the library: %v, %w; the core: %v, %w", got, err, want, refusal)
	}
	return got, err
}

// bothErr is both for calls without a result.
func bothErr(t *twin, err error, again func() error) error {
	_, err = both(t, 0, err, func() (int, error) { return 0, again() })
	return err
}

// later makes a call of the core, and puts that of the library off until it is
// asked for something.
func (t *twin) later(call func(target) error) error {
	refusal := call(t.core)
	if t.library == nil {
		return refusal
	}
	t.runner.Later(func(err error) {
		t.late(t.runner.Took())
		if (err == nil) != (refusal == nil) {
			t.note(fmt.Errorf("the library: %w; the core: %w", err, refusal))
		}
	})
	if err := call(t.target); err != nil {
		return err
	}
	return refusal
}

func (t *twin) InternRole(path string) (core.RoleID, error) {
	r, err := t.target.InternRole(path)
	return both(t, r, err, func() (core.RoleID, error) { return t.core.InternRole(path) })
}

func (t *twin) InternKind(k core.Kind) (core.KindID, error) {
	id, err := t.target.InternKind(k)
	return both(t, id, err, func() (core.KindID, error) { return t.core.InternKind(k) })
}

func (t *twin) Recover(now core.Time, expected int, quotas []core.RoleQuota) error {
	return bothErr(t, t.target.Recover(now, expected, quotas), func() error { return t.core.Recover(now, expected, quotas) })
}

func (t *twin) AddFramework(info core.FrameworkInfo) (core.FrameworkID, error) {
	id, err := t.target.AddFramework(info)
	return both(t, id, err, func() (core.FrameworkID, error) { return t.core.AddFramework(info) })
}

func (t *twin) RemoveFramework(id core.FrameworkID) error {
	return bothErr(t, t.target.RemoveFramework(id), func() error { return t.core.RemoveFramework(id) })
}

func (t *twin) SuppressOffers(id core.FrameworkID, roles []core.RoleID) error {
	return bothErr(t, t.target.SuppressOffers(id, roles), func() error { return t.core.SuppressOffers(id, roles) })
}

func (t *twin) ReviveOffers(id core.FrameworkID, roles []core.RoleID) error {
	return bothErr(t, t.target.ReviveOffers(id, roles), func() error { return t.core.ReviveOffers(id, roles) })
}

func (t *twin) AddAgent(info core.AgentInfo) (core.AgentID, error) {
	id, err := t.target.AddAgent(info)
	return both(t, id, err, func() (core.AgentID, error) { return t.core.AddAgent(info) })
}

func (t *twin) RemoveAgent(id core.AgentID) error {
	return bothErr(t, t.target.RemoveAgent(id), func() error { return t.core.RemoveAgent(id) })
}

func (t *twin) TransitionOfferedToAllocated(id core.AgentID, role core.RoleID, resources []core.Resource) error {
	return t.later(func(a target) error { return a.TransitionOfferedToAllocated(id, role, resources) })
}

func (t *twin) RecoverResources(q core.RecoverRequest) error {
	return t.later(func(a target) error { return a.RecoverResources(q) })
}

func (t *twin) Advance(now core.Time) {
	t.target.Advance(now)
	t.note(bothErr(t, nil, func() error { t.core.Advance(now); return nil }))
}

func (t *twin) Pending() bool {
	p, err := both(t, t.target.Pending(), nil, func() (bool, error) { return t.core.Pending(), nil })
	t.note(err)
	return p
}

func (t *twin) Allocate(now core.Time, out *core.Cycle) {
	t.target.Allocate(now, out)
	if t.library == nil {
		return
	}
	t.took = t.runner.Took()
	t.core.Allocate(now, &t.other)
	if !slices.Equal(out.Offers, t.other.Offers) || !slices.Equal(out.Resources, t.other.Resources) {
		t.note(fmt.Errorf("a cycle of the library made %d offers that are not the %d of the core", len(out.Offers), len(t.other.Offers)))
	}
}

// note keeps the first difference.
func (t *twin) note(err error) {
	if t.differs == nil {
		t.differs = err
	}
}
