package abi

import (
	"errors"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/wire"
)

// Allocator is an allocator in the runner's process, a sequence.Target, from Session.Open to Session.Close. Its
// methods are core.Allocator's and return the same errors.
type Allocator struct {
	runner     *Runner
	number     uint32
	instance   instance
	frameworks map[alloc.FrameworkID]string // their ids, also of those that were removed
	err        error                        // the first of a method that returns none
}

var _ sequence.Target = (*Allocator)(nil)

func (a *Allocator) begin(q request) *wire.Writer { return a.runner.begin(q, a.number) }

// finish makes the call that was begun, and has read read the results.
func (a *Allocator) finish(read func(*wire.Reader)) error { return a.runner.finish(a.instance, read) }

// ask makes the call that was begun, and returns what read reads of the answer.
func ask[T any](a *Allocator, read func(*wire.Reader) T) (v T, err error) {
	err = a.finish(func(in *wire.Reader) { v = read(in) })
	return v, err
}

// asked is ask for methods that return no error.
func asked[T any](a *Allocator, read func(*wire.Reader) T) T {
	v, err := ask(a, read)
	a.keep(err)
	return v
}

// list appends a list's elements to dst, each of them read with one.
func list[T any](in *wire.Reader, dst []T, one func(*wire.Reader) T) []T {
	for range in.Count("values") - 1 {
		dst = append(dst, one(in))
	}
	return dst
}

// nothing reads nothing.
func nothing(*wire.Reader) {}

// keep keeps the first error of methods that return none for Session.Close.
func (a *Allocator) keep(err error) {
	if a.err == nil {
		a.err = err
	}
}

// errPartial is what an update comes to that C cannot express.
var errPartial = errors.New("the C library's update replaces everything: name it")

// Do implements sequence.Target. How long a cycle took is nothing to a host: the library measures
// its cycles itself.
func (a *Allocator) Do(x calls.Call) (result uint64, err error) {
	if x.Op() == calls.OpRunTook {
		return 0, nil
	}
	if err := expressible(x); err != nil {
		return 0, err
	}
	w := a.begin(requestOf(x.Op()))
	if u, ok := x.(*calls.UpdateFramework); ok {
		w.Text(a.frameworks[u.Framework])
	}
	w.Buf = calls.Append(w.Buf, calls.Renumbered(x, a.instance, nil))
	if f := a.runner.forecast; f != nil {
		result, err = f.answer(x)
		a.runner.enqueue(a.instance, err, result)
	} else {
		result, err = ask(a, a.instance.readResult)
	}
	switch x := x.(type) {
	case *calls.AddFramework:
		if err == nil {
			a.frameworks[alloc.FrameworkID(result)] = x.ID
		}
	case *calls.Advance: // which no player expects to be refused
		a.keep(err)
	}
	return result, err
}

// expressible refuses what C cannot express: an update replaces everything there, and so
// one that leaves something alone.
func expressible(x calls.Call) error {
	switch x := x.(type) {
	case *calls.UpdateAgent:
		u := &x.Update
		if u.Hostname == nil || u.Region == nil {
			return errPartial
		}
	case *calls.UpdateFramework:
		u := &x.Update
		if u.Capabilities == nil || u.Roles == nil || u.Suppressed == nil || u.MinAllocatable == nil {
			return errPartial
		}
	}
	return nil
}

// request is the number of a request, see runner/README.md.
type request uint16

const (
	reqCreate  request = 1
	reqDestroy request = 2

	reqInverseStatuses request = 50
	reqPending         request = 106
	reqAllocate        request = 107
	reqDigest          request = 108
	reqStateJSON       request = 109
	reqMetrics         request = 110
	reqStartRecording  request = 114
	reqStopRecording   request = 115

	firstCall request = 200
)

// requestOf is the number of the request for a call.
func requestOf(op calls.Op) request { return firstCall + request(op) }

func (a *Allocator) InverseOfferStatuses(x *alloc.InverseOfferStatuses) {
	a.begin(reqInverseStatuses)
	a.keep(a.finish(func(in *wire.Reader) {
		x.Agents = list(in, x.Agents[:0], a.instance.readAgent)
		x.Answers = list(in, x.Answers[:0], func(in *wire.Reader) alloc.InverseOfferStatus {
			return alloc.InverseOfferStatus{Agent: a.instance.readAgent(in), Framework: in.Text(), Status: alloc.InverseStatus(in.Uint())}
		})
	}))
}

func (a *Allocator) Pending() bool {
	a.begin(reqPending)
	if f := a.runner.forecast; f != nil && !f.Pending {
		a.runner.enqueue(a.instance, nil, 0)
		return false
	}
	return asked(a, (*wire.Reader).Bool)
}

// Allocate leaves out of the report what it has of quota, but for the number
// of agents: the rows belong to the core's memory.
func (a *Allocator) Allocate(now alloc.Time, out *alloc.Cycle) {
	*out = alloc.Cycle{Offers: out.Offers[:0], Resources: out.Resources[:0], InverseOffers: out.InverseOffers[:0], Recalls: out.Recalls[:0]}
	a.begin(reqAllocate).Int(int64(now))
	a.keep(a.finish(func(in *wire.Reader) {
		out.Report.Ran = in.Bool()
		out.Report.Candidates = int(in.Uint())
		out.Report.Visited = int(in.Uint())
		out.Report.HeldBackAgents = int(in.Uint())
		out.Offers = list(in, out.Offers, func(in *wire.Reader) alloc.Offer {
			return alloc.Offer{
				Framework: a.instance.readFramework(in),
				Agent:     a.instance.readAgent(in),
				Role:      alloc.RoleID(in.Uint()),
				First:     uint32(in.Uint()),
				Count:     uint32(in.Uint()),
			}
		})
		out.Resources = list(in, out.Resources, readResource)
		out.InverseOffers = list(in, out.InverseOffers, func(in *wire.Reader) alloc.InverseOffer {
			return alloc.InverseOffer{
				Framework:      a.instance.readFramework(in),
				Agent:          a.instance.readAgent(in),
				Unavailability: alloc.Unavailability{Start: alloc.Time(in.Int()), Duration: time.Duration(in.Int())},
			}
		})
		out.Recalls = list(in, out.Recalls, func(in *wire.Reader) alloc.Recall {
			return alloc.Recall{
				Framework: a.instance.readFramework(in), Agent: a.instance.readAgent(in),
				Role: alloc.RoleID(in.Uint()), For: alloc.RoleID(in.Uint()), Stage: alloc.RecallStage(in.Uint()),
				Lent: alloc.ScalarOf(alloc.KindID(in.Uint()), alloc.Amount(in.Int())), Due: alloc.Time(in.Int()),
			}
		})
	}))
}

func readResource(in *wire.Reader) alloc.Resource {
	kind := alloc.KindID(in.Below(1<<32, "kind")) // nothing is in what is reserved
	return alloc.Resource{Kind: kind, Amount: alloc.Amount(in.Int()), Begin: in.Uint(), End: in.Uint()}
}

// Digest returns a hash of the state, equal to core.Allocator.Digest after the
// same calls.
func (a *Allocator) Digest() (uint64, error) {
	a.begin(reqDigest)
	return ask(a, (*wire.Reader).Uint)
}

// Figures gathers the metrics: their amounts, by what they are of.
func (a *Allocator) Figures() (map[string]string, error) {
	a.begin(reqMetrics)
	return ask(a, func(in *wire.Reader) map[string]string {
		figures := map[string]string{}
		for range in.Count("figures") - 1 {
			figures[in.Text()] = in.Text()
		}
		return figures
	})
}

// StartRecording has the library record the allocator in a folder.
func (a *Allocator) StartRecording(dir string) error {
	a.begin(reqStartRecording).Text(dir)
	return a.finish(nothing)
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
