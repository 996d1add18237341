package abi

import (
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/wire"
)

func (a *Allocator) RoleName(role core.RoleID) (string, error) {
	a.begin(reqRoleName).Uint(uint64(role))
	return ask(a, (*wire.Reader).Text)
}

func (a *Allocator) DescribeKind(kind core.KindID) (core.Kind, error) {
	a.begin(reqDescribeKind).Uint(uint64(kind))
	return ask(a, func(in *wire.Reader) core.Kind {
		return core.Kind(*calls.Read(in, calls.OpInternKind).(*calls.InternKind))
	})
}

func (a *Allocator) ItemName(item uint64) (string, error) {
	a.begin(reqItemName).Uint(item)
	return ask(a, (*wire.Reader).Text)
}

func (a *Allocator) FindAgent(id string) (core.AgentID, bool) {
	a.begin(reqFindAgent).Text(id)
	v := asked(a, (*wire.Reader).Uint)
	return core.AgentID(v), v != 0
}

func (a *Allocator) AgentName(id core.AgentID) (string, error) {
	a.begin(reqAgentName).Uint(uint64(id))
	return ask(a, (*wire.Reader).Text)
}

func (a *Allocator) FindFramework(id string) (core.FrameworkID, bool) {
	a.begin(reqFindFramework).Text(id)
	v := asked(a, (*wire.Reader).Uint)
	return core.FrameworkID(v), v != 0
}

func (a *Allocator) FrameworkName(id core.FrameworkID) (string, error) {
	a.begin(reqFrameworkName).Uint(uint64(id))
	return ask(a, (*wire.Reader).Text)
}

func (a *Allocator) InverseOfferStatuses(dst []core.InverseOfferStatus, agents []core.AgentID) ([]core.InverseOfferStatus, []core.AgentID) {
	a.begin(reqInverseStatuses)
	a.keep(a.runner.finish(func(in *wire.Reader) {
		agents = list(in, agents, readAgent)
		dst = list(in, dst, func(in *wire.Reader) core.InverseOfferStatus {
			return core.InverseOfferStatus{Agent: readAgent(in), Framework: in.Text(), Status: core.InverseStatus(in.Uint())}
		})
	}))
	return dst, agents
}

func (a *Allocator) Pending() bool {
	a.begin(reqPending)
	if f := a.runner.forecast; f != nil && !f.Pending {
		a.runner.enqueue(nil, 0)
		return false
	}
	return asked(a, (*wire.Reader).Bool)
}

// RunTook is nothing to a host: the library measures its cycles itself.
func (a *Allocator) RunTook(time.Duration) {}

// Allocate leaves out of the report what it has of quota, but for the number
// of agents: the rows belong to the core's memory.
func (a *Allocator) Allocate(now core.Time, out *core.Cycle) {
	*out = core.Cycle{Offers: out.Offers[:0], Resources: out.Resources[:0], InverseOffers: out.InverseOffers[:0], Recalls: out.Recalls[:0]}
	a.begin(reqAllocate).Int(int64(now))
	a.keep(a.runner.finish(func(in *wire.Reader) {
		out.Report.Ran = in.Bool()
		out.Report.Candidates = int(in.Uint())
		out.Report.Visited = int(in.Uint())
		out.Report.HeldBackAgents = int(in.Uint())
		out.Offers = list(in, out.Offers, func(in *wire.Reader) core.Offer {
			return core.Offer{
				Framework: readFramework(in),
				Agent:     readAgent(in),
				Role:      core.RoleID(in.Uint()),
				First:     uint32(in.Uint()),
				Count:     uint32(in.Uint()),
			}
		})
		out.Resources = list(in, out.Resources, readResource)
		out.InverseOffers = list(in, out.InverseOffers, func(in *wire.Reader) core.InverseOffer {
			return core.InverseOffer{
				Framework:      readFramework(in),
				Agent:          readAgent(in),
				Unavailability: core.Unavailability{Start: core.Time(in.Int()), Duration: time.Duration(in.Int())},
			}
		})
		out.Recalls = list(in, out.Recalls, func(in *wire.Reader) core.Recall {
			return core.Recall{
				Framework: readFramework(in), Agent: readAgent(in),
				Role: core.RoleID(in.Uint()), Lender: core.RoleID(in.Uint()), For: core.RoleID(in.Uint()), Stage: core.RecallStage(in.Uint()),
				Lent: core.ScalarOf(core.KindID(in.Uint()), core.Amount(in.Int())), Due: core.Time(in.Int()),
			}
		})
	}))
}

func readAgent(in *wire.Reader) core.AgentID { return core.AgentID(in.Uint()) }

func readFramework(in *wire.Reader) core.FrameworkID { return core.FrameworkID(in.Uint()) }

func readResource(in *wire.Reader) core.Resource {
	kind := core.KindID(in.Below(1<<32, "kind")) // nothing is in what is reserved
	return core.Resource{Kind: kind, Amount: core.Amount(in.Int()), Begin: in.Uint(), End: in.Uint()}
}

// Digest returns a hash of the state, equal to core.Allocator.Digest after the
// same calls.
func (a *Allocator) Digest() (uint64, error) {
	a.begin(reqDigest)
	return ask(a, (*wire.Reader).Uint)
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
	return ask(a, func(in *wire.Reader) Figures {
		f := Figures{Agents: int(in.Uint()), Frameworks: int(in.Uint()), Runs: in.Uint(), Offers: in.Uint()}
		f.Cluster = list(in, nil, func(in *wire.Reader) ResourceFigures {
			return ResourceFigures{in.Text(), core.Amount(in.Int()), core.Amount(in.Int())}
		})
		return f
	})
}

// StartRecording has the library record the allocator in a folder.
func (a *Allocator) StartRecording(dir string) error {
	a.begin(reqStartRecording).Text(dir)
	return a.runner.finish(nothing)
}

// StopRecording ends that, and returns how many calls were recorded.
func (a *Allocator) StopRecording() (uint64, error) {
	a.begin(reqStopRecording)
	return ask(a, (*wire.Reader).Uint)
}

// StateJSON returns the state as core.Allocator.AppendState writes it.
func (a *Allocator) StateJSON() (string, error) {
	a.begin(reqStateJSON)
	return ask(a, (*wire.Reader).Text)
}
