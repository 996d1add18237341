package abi

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/driver"
)

// Allocator is an allocator in the runner's process, a driver.Target. Its
// methods are core.Allocator's and return the same errors.
type Allocator struct {
	runner     *Runner
	number     uint32
	frameworks map[core.FrameworkID]string // their ids, also of those that were removed
	err        error                       // the first of a method that returns none
}

var _ driver.Target = (*Allocator)(nil)

func (a *Allocator) begin(q request) *encoder { return a.runner.begin(q, a.number) }

// done makes a call without results.
func (a *Allocator) done() error {
	if f := a.runner.forecast; f != nil {
		a.runner.enqueue(f.Refusal, nil)
		return f.Refusal
	}
	d, err := a.runner.finish()
	if err != nil {
		return err
	}
	return a.end(d)
}

// end checks that all results of a call have been read.
func (a *Allocator) end(d *decoder) error {
	if err := d.end(); err != nil {
		return a.runner.fail(err)
	}
	return nil
}

// added makes a call that returns the handle of what it adds.
func (a *Allocator) added() (uint64, error) {
	if !a.runner.foretold() {
		return a.number64()
	}
	f := a.runner.forecast
	a.runner.enqueueNumber(f.Refusal, f.Handle)
	return f.Handle, f.Refusal
}

// number64 makes a call that returns a number, text one that returns a text.
func (a *Allocator) number64() (uint64, error) {
	d, err := a.runner.finish()
	if err != nil {
		return 0, err
	}
	v := d.u64()
	return v, a.end(d)
}

func (a *Allocator) text() (string, error) {
	d, err := a.runner.finish()
	if err != nil {
		return "", err
	}
	v := d.string()
	return v, a.end(d)
}

// keep keeps the first error of methods that return none for Session.Close.
func (a *Allocator) keep(err error) {
	if a.err == nil {
		a.err = err
	}
}

func (a *Allocator) InternRole(path string) (core.RoleID, error) {
	a.begin(reqDeclareRole).string(path)
	if a.runner.foretold() {
		v, err := a.runner.forecast.Names.InternRole(path)
		a.runner.enqueueNumber(err, uint64(v))
		return v, err
	}
	v, err := a.number64()
	return core.RoleID(v), err
}

func (a *Allocator) RoleName(role core.RoleID) (string, error) {
	a.begin(reqRoleName).u32(uint32(role))
	return a.text()
}

func (a *Allocator) InternKind(k core.Kind) (core.KindID, error) {
	encodeKind(a.begin(reqDeclareKind), &k)
	if a.runner.foretold() {
		v, err := a.runner.forecast.Names.InternKind(k)
		a.runner.enqueueNumber(err, uint64(v))
		return v, err
	}
	v, err := a.number64()
	return core.KindID(v), err
}

func (a *Allocator) DescribeKind(kind core.KindID) (core.Kind, error) {
	a.begin(reqDescribeKind).u32(uint32(kind))
	d, err := a.runner.finish()
	if err != nil {
		return core.Kind{}, err
	}
	k := decodeKind(d)
	return k, a.end(d)
}

func (a *Allocator) InternItem(name string) (uint64, error) {
	a.begin(reqDeclareItem).string(name)
	if a.runner.foretold() {
		v, err := a.runner.forecast.Names.InternItem(name)
		a.runner.enqueueNumber(err, v)
		return v, err
	}
	return a.number64()
}

func (a *Allocator) ItemName(item uint64) (string, error) {
	a.begin(reqItemName).u64(item)
	return a.text()
}

// released makes a call that releases what was declared.
func (a *Allocator) released() error {
	if a.runner.foretold() {
		a.runner.enqueue(nil, nil)
		return nil
	}
	d, err := a.runner.finish()
	if err != nil {
		return err
	}
	return a.end(d)
}

func (a *Allocator) ReleaseRoles(roles ...core.RoleID) error {
	encodeList(a.begin(reqReleaseRoles), roles, encodeRole)
	return a.released()
}

func (a *Allocator) ReleaseKinds(kinds ...core.KindID) error {
	encodeList(a.begin(reqReleaseKinds), kinds, func(e *encoder, kind core.KindID) { e.u32(uint32(kind)) })
	return a.released()
}

func (a *Allocator) ReleaseItems(items ...uint64) error {
	encodeList(a.begin(reqReleaseItems), items, func(e *encoder, item uint64) { e.u64(item) })
	return a.released()
}

func (a *Allocator) FindAgent(id string) (core.AgentID, bool) {
	a.begin(reqFindAgent).string(id)
	v, err := a.number64()
	a.keep(err)
	return core.AgentID(v), v != 0
}

func (a *Allocator) AgentName(id core.AgentID) (string, error) {
	a.begin(reqAgentName).u64(uint64(id))
	return a.text()
}

func (a *Allocator) FindFramework(id string) (core.FrameworkID, bool) {
	a.begin(reqFindFramework).string(id)
	v, err := a.number64()
	a.keep(err)
	return core.FrameworkID(v), v != 0
}

func (a *Allocator) FrameworkName(id core.FrameworkID) (string, error) {
	a.begin(reqFrameworkName).u64(uint64(id))
	return a.text()
}

// Digest returns a hash of the state, equal to core.Allocator.Digest after the
// same calls.
func (a *Allocator) Digest() (uint64, error) {
	a.begin(reqDigest)
	return a.number64()
}

// Figures are some of the metrics.
type Figures struct {
	Agents, Frameworks int
	Runs, Offers       uint64
	Cluster            []ResourceFigures // by resource name, where not all are 0
}

// ResourceFigures are the amounts of one resource name in the cluster.
type ResourceFigures struct {
	Name                      string
	Total, OfferedOrAllocated core.Amount
}

// Figures gathers the metrics.
func (a *Allocator) Figures() (Figures, error) {
	a.begin(reqMetrics)
	d, err := a.runner.finish()
	if err != nil {
		return Figures{}, err
	}
	f := Figures{Agents: int(d.u64()), Frameworks: int(d.u64()), Runs: d.u64(), Offers: d.u64()}
	f.Cluster = decodeList(d, nil, func(d *decoder) ResourceFigures {
		return ResourceFigures{d.string(), core.Amount(d.i64()), core.Amount(d.i64())}
	})
	return f, a.end(d)
}

// StartRecording has the library record the allocator in a folder.
func (a *Allocator) StartRecording(dir string) error {
	a.begin(reqStartRecording).string(dir)
	d, err := a.runner.finish()
	if err != nil {
		return err
	}
	return a.end(d)
}

// StopRecording ends that, and returns how many calls were recorded.
func (a *Allocator) StopRecording() (uint64, error) {
	a.begin(reqStopRecording)
	return a.number64()
}

// StateJSON returns the state as core.Allocator.AppendState writes it.
func (a *Allocator) StateJSON() (string, error) {
	a.begin(reqStateJSON)
	return a.text()
}
