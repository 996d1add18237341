package check

import (
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/abi"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/quantities"
)

// A Library is the core behind the C ABI, in a process of its own, which is
// started again when it has ended.
type Library struct {
	name, path string
	runner     *abi.Runner
}

// OpenLibrary starts the abi-runner at path. The name tells its axes from those
// of other builds.
func OpenLibrary(name, path string) (*Library, error) {
	l := &Library{name: name, path: path}
	return l, l.start()
}

func (l *Library) start() (err error) {
	l.runner, err = abi.Start(l.path)
	return err
}

// Close ends the process.
func (l *Library) Close() error { return l.runner.Close() }

// Axis makes each call in the way that mode says.
func (l *Library) Axis(mode abi.Mode) Axis {
	return Axis{fmt.Sprintf("%s, %v", l.name, mode), func(s Setup) history.Driver { return l.open(s, mode) }}
}

// A remote is a driver of an allocator in a library.
type remote struct {
	history.Driver
	session   *abi.Session
	allocator *abi.Allocator // nil before initialize
}

func (l *Library) open(s Setup, mode abi.Mode) *remote {
	if l.runner.Ended() {
		if err := l.start(); err != nil {
			panic(err)
		}
	}
	x := &remote{session: l.runner.Session(mode)}
	d := driver.NewOn(func(o core.Options) (driver.Target, error) {
		if o.AgentOrder == core.OrderByID { // the history doesn't say another
			o.AgentOrder = s.Options.AgentOrder
		}
		t, err := x.session.Open(o)
		if err != nil {
			return nil, err
		}
		x.allocator = t.(*abi.Allocator)
		return s.lazy(t), nil
	}, s.Options)
	d.AtOnce = s.AtOnce
	x.Driver = d
	return x
}

// Digest is 0 before initialize.
func (x *remote) Digest() (uint64, error) {
	if x.allocator == nil {
		return 0, nil
	}
	return x.allocator.Digest()
}

// compareState compares what the library says of its state, and some of its
// metrics, with those of the core.
func (x *remote) compareState(a *core.Allocator) error {
	if x.allocator == nil { // it has refused what the core was made with, which is a failure before
		return nil
	}
	text, err := x.allocator.StateJSON()
	if err != nil {
		return err
	}
	if want := string(a.AppendState(nil)); text != want {
		return fmt.Errorf("the state is\n%s\nand of the core\n%s", text, want)
	}
	figures, err := x.allocator.Figures()
	if err != nil {
		return err
	}
	var m core.Metrics
	a.Metrics(&m)
	if figures.Agents != m.Agents || figures.Frameworks != m.Frameworks || figures.Runs != m.AllocationRuns || figures.Offers != m.OffersMade {
		return fmt.Errorf("the metrics %+v are not those of the core", figures)
	}
	index := resourceIndices(a)
	for _, r := range figures.Cluster {
		n, ok := index[r.Name]
		if !ok || r.Total != m.Total.At(n) || r.OfferedOrAllocated != m.OfferedOrAllocated.At(n) {
			return fmt.Errorf("the metrics of %s are not those of the core: %+v", r.Name, r)
		}
	}
	return nil
}

// resourceIndices are the places of names in rows of a core's metrics.
func resourceIndices(a *core.Allocator) map[string]quantities.Name {
	index := map[string]quantities.Name{}
	for i := range a.ResourceNames() {
		name, err := a.ResourceName(i)
		if at, ok := a.FindResourceName(name); err == nil && ok {
			index[name] = quantities.Name(at)
		}
	}
	return index
}

// Close destroys the allocator.
func (x *remote) Close() error { return x.session.Close() }
