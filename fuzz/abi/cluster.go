package abi

import (
	"time"

	"github.com/apportion/apportion/core"
)

func (a *Allocator) SetQuota(role core.RoleID, q core.Quota) error {
	e := a.begin(reqSetQuota)
	encodeRole(e, role)
	encodeQuantities(e, q.Guarantees)
	encodeQuantities(e, q.Limits)
	return a.done()
}

func (a *Allocator) SetWeights(weights []core.RoleWeight) error {
	encodeList(a.begin(reqSetWeights), weights, func(e *encoder, w core.RoleWeight) {
		encodeRole(e, w.Role)
		e.f64(w.Weight)
	})
	return a.done()
}

func (a *Allocator) SetPolicy(role core.RoleID, of core.Ordered, p core.Policy) error {
	e := a.begin(reqSetPolicy)
	encodeRole(e, role)
	e.u32(uint32(of))
	e.string(string(p))
	return a.done()
}

func (a *Allocator) SetRanks(roles []core.RoleRank, frameworks []core.FrameworkRank) error {
	e := a.begin(reqSetRanks)
	encodeList(e, roles, func(e *encoder, r core.RoleRank) {
		encodeRole(e, r.Role)
		e.f64(r.Rank)
	})
	encodeList(e, frameworks, func(e *encoder, r core.FrameworkRank) {
		e.u64(uint64(r.Framework))
		e.f64(r.Rank)
	})
	return a.done()
}

// Recover takes a negative number of agents for a large one, as C does.
func (a *Allocator) Recover(now core.Time, expectedAgents int, quotas []core.RoleQuota) error {
	e := a.begin(reqRecover)
	e.i64(int64(now))
	e.u64(uint64(expectedAgents))
	encodeList(e, quotas, func(e *encoder, q core.RoleQuota) {
		encodeRole(e, q.Role)
		encodeQuantities(e, q.Quota.Guarantees)
		encodeQuantities(e, q.Quota.Limits)
	})
	return a.done()
}

func (a *Allocator) RequestAllocation() {
	a.begin(reqRequestAllocation)
	a.keep(a.done())
}

func (a *Allocator) Pause() {
	a.begin(reqPause)
	a.keep(a.done())
}

func (a *Allocator) Resume() {
	a.begin(reqResume)
	a.keep(a.done())
}

func (a *Allocator) Advance(now core.Time) {
	a.begin(reqAdvance).i64(int64(now))
	a.keep(a.done())
}

func (a *Allocator) Pending() bool {
	a.begin(reqPending)
	if a.runner.foretold() && !a.runner.forecast.Pending {
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
	a.begin(reqAllocate).i64(int64(now))
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
