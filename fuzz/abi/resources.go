package abi

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
)

func (a *Allocator) RecoverResources(now int64, framework core.FrameworkID, agent core.AgentID, role core.RoleID, resources []core.Resource, refuseNanos int64, allocated bool) error {
	e := a.begin(reqRecoverResources)
	e.i64(now)
	e.u64(uint64(framework))
	e.u64(uint64(agent))
	encodeRole(e, role)
	encodeResources(e, resources)
	e.i64(refuseNanos)
	e.flag(allocated)
	return a.done()
}

func (a *Allocator) TransitionOfferedToAllocated(agent core.AgentID, role core.RoleID, resources []core.Resource) error {
	e := a.begin(reqTransition)
	e.u64(uint64(agent))
	encodeRole(e, role)
	encodeResources(e, resources)
	return a.done()
}

func (a *Allocator) UpdateAllocation(framework core.FrameworkID, agent core.AgentID, role core.RoleID, offered []core.Resource, conversions []core.Conversion) error {
	e := a.begin(reqUpdateAllocation)
	e.u64(uint64(framework))
	e.u64(uint64(agent))
	encodeRole(e, role)
	encodeResources(e, offered)
	encodeList(e, conversions, encodeConversion)
	return a.done()
}

func (a *Allocator) UpdateAvailable(agent core.AgentID, conversions []core.Conversion) error {
	e := a.begin(reqUpdateAvailable)
	e.u64(uint64(agent))
	encodeList(e, conversions, encodeConversion)
	return a.done()
}

func encodeConversion(e *encoder, c core.Conversion) {
	encodeResources(e, c.Consumed)
	encodeResources(e, c.Converted)
	e.flag(c.Exhaust)
}

func encodeResources(e *encoder, resources []core.Resource) {
	encodeList(e, resources, func(e *encoder, r core.Resource) {
		e.u32(uint32(r.Kind))
		e.u32(r.Reserved)
		e.i64(int64(r.Amount))
		e.u64(r.Begin)
		e.u64(r.End)
	})
}

func decodeResource(d *decoder) core.Resource {
	return core.Resource{
		Kind:     core.KindID(d.u32()),
		Reserved: d.u32(),
		Amount:   quantities.Amount(d.i64()),
		Begin:    d.u64(),
		End:      d.u64(),
	}
}

func encodeQuantities(e *encoder, list []core.Quantity) {
	encodeList(e, list, func(e *encoder, q core.Quantity) {
		e.string(q.Name)
		e.i64(int64(q.Amount))
	})
}
