package abi

import "github.com/apportion/apportion/core"

func (a *Allocator) RecoverResources(q core.RecoverRequest) error {
	e := a.begin(reqRecoverResources)
	e.i64(int64(q.Now))
	e.u64(uint64(q.Framework))
	e.u64(uint64(q.Agent))
	encodeRole(e, q.Role)
	encodeResources(e, q.Resources)
	e.i64(int64(q.RefuseFor))
	e.flag(q.Allocated)
	return a.done()
}

func (a *Allocator) TransitionOfferedToAllocated(agent core.AgentID, role core.RoleID, resources []core.Resource) error {
	e := a.begin(reqTransition)
	e.u64(uint64(agent))
	encodeRole(e, role)
	encodeResources(e, resources)
	return a.done()
}

func (a *Allocator) UpdateAllocation(u core.AllocationUpdate) error {
	e := a.begin(reqUpdateAllocation)
	e.u64(uint64(u.Framework))
	e.u64(uint64(u.Agent))
	encodeRole(e, u.Role)
	encodeResources(e, u.Offered)
	encodeList(e, u.Conversions, encodeConversion)
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

// In C, a resource has a field that is reserved and 0.
func encodeResources(e *encoder, resources []core.Resource) {
	encodeList(e, resources, func(e *encoder, r core.Resource) {
		e.u32(uint32(r.Kind))
		e.u32(0)
		e.i64(int64(r.Amount))
		e.u64(r.Begin)
		e.u64(r.End)
	})
}

func decodeResource(d *decoder) core.Resource {
	kind := core.KindID(d.u32())
	d.zero()
	return core.Resource{Kind: kind, Amount: core.Amount(d.i64()), Begin: d.u64(), End: d.u64()}
}

func encodeQuantities(e *encoder, list []core.Quantity) {
	encodeList(e, list, func(e *encoder, q core.Quantity) {
		e.string(q.Name)
		e.i64(int64(q.Amount))
	})
}
