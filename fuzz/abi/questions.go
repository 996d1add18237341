package abi

import (
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/wire"
)

func (a *Allocator) RoleName(role core.RoleID) (string, error) {
	a.begin(reqRoleName).Uint(uint64(role))
	return a.text()
}

func (a *Allocator) DescribeKind(kind core.KindID) (core.Kind, error) {
	a.begin(reqDescribeKind).Uint(uint64(kind))
	d, err := a.runner.finish()
	if err != nil {
		return core.Kind{}, err
	}
	in := wire.NewReader(d.bytes, 0)
	if k, ok := calls.Read(in, calls.OpInternKind).(*calls.InternKind); ok && in.Err() == nil && in.Left() == 0 {
		return core.Kind(*k), nil
	}
	return core.Kind{}, a.runner.fail(errAnswer)
}

func (a *Allocator) ItemName(item uint64) (string, error) {
	a.begin(reqItemName).Uint(item)
	return a.text()
}

func (a *Allocator) FindAgent(id string) (core.AgentID, bool) {
	a.begin(reqFindAgent).Text(id)
	v, err := a.number64()
	a.keep(err)
	return core.AgentID(v), v != 0
}

func (a *Allocator) AgentName(id core.AgentID) (string, error) {
	a.begin(reqAgentName).Uint(uint64(id))
	return a.text()
}

func (a *Allocator) FindFramework(id string) (core.FrameworkID, bool) {
	a.begin(reqFindFramework).Text(id)
	v, err := a.number64()
	a.keep(err)
	return core.FrameworkID(v), v != 0
}

func (a *Allocator) FrameworkName(id core.FrameworkID) (string, error) {
	a.begin(reqFrameworkName).Uint(uint64(id))
	return a.text()
}

func (a *Allocator) InverseOfferStatuses(dst []core.InverseOfferStatus, agents []core.AgentID) ([]core.InverseOfferStatus, []core.AgentID) {
	a.begin(reqInverseStatuses)
	d, err := a.runner.finish()
	if err != nil {
		a.keep(err)
		return dst, agents
	}
	agents = decodeList(d, agents, func(d *decoder) core.AgentID { return core.AgentID(d.u64()) })
	dst = decodeList(d, dst, func(d *decoder) core.InverseOfferStatus {
		return core.InverseOfferStatus{
			Agent:     core.AgentID(d.u64()),
			Framework: d.string(),
			Status:    core.InverseStatus(d.u32()),
		}
	})
	a.keep(a.end(d))
	return dst, agents
}

func (a *Allocator) Pending() bool {
	a.begin(reqPending)
	if f := a.runner.forecast; f != nil && !f.Pending {
		a.runner.enqueue(nil, []byte{0})
		return false
	}
	d, err := a.runner.finish()
	if err != nil {
		a.keep(err)
		return false
	}
	pending := d.flag()
	a.keep(a.end(d))
	return pending
}

// RunTook is nothing to a host: the library measures its cycles itself.
func (a *Allocator) RunTook(time.Duration) {}

// Allocate leaves out of the report what it has of quota, but for the number
// of agents: the rows belong to the core's memory.
func (a *Allocator) Allocate(now core.Time, out *core.Cycle) {
	*out = core.Cycle{Offers: out.Offers[:0], Resources: out.Resources[:0], InverseOffers: out.InverseOffers[:0]}
	a.begin(reqAllocate).Int(int64(now))
	d, err := a.runner.finish()
	if err != nil {
		a.keep(err)
		return
	}
	out.Report.Ran = d.flag()
	out.Report.Candidates = int(d.u64())
	out.Report.Visited = int(d.u64())
	out.Report.HeldBackAgents = int(d.u64())
	out.Offers = decodeList(d, out.Offers, func(d *decoder) core.Offer {
		return core.Offer{
			Framework: core.FrameworkID(d.u64()),
			Agent:     core.AgentID(d.u64()),
			Role:      core.RoleID(d.u32()),
			First:     d.u32(),
			Count:     d.u32(),
		}
	})
	out.Resources = decodeList(d, out.Resources, decodeResource)
	out.InverseOffers = decodeList(d, out.InverseOffers, func(d *decoder) core.InverseOffer {
		return core.InverseOffer{
			Framework:      core.FrameworkID(d.u64()),
			Agent:          core.AgentID(d.u64()),
			Unavailability: core.Unavailability{Start: core.Time(d.i64()), Duration: time.Duration(d.i64())},
		}
	})
	a.keep(a.end(d))
}

func decodeResource(d *decoder) core.Resource {
	kind := core.KindID(d.u32())
	d.zero()
	return core.Resource{Kind: kind, Amount: core.Amount(d.i64()), Begin: d.u64(), End: d.u64()}
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
	a.begin(reqStartRecording).Text(dir)
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
