package abi

import "github.com/apportion/apportion/core"

func (a *Allocator) AddAgent(info core.AgentInfo) (core.AgentID, error) {
	e := a.begin(reqAddAgent)
	e.string(info.ID)
	e.string(info.Hostname)
	e.string(info.Region)
	e.u32(agentCapabilities(info.Capabilities))
	encodeResources(e, info.Total)
	encodeList(e, info.Used, encodeUsage)
	encodeUnavailability(e, info.Unavailability)
	v, err := a.added()
	return core.AgentID(v), err
}

// UpdateAgent replaces hostname and region, as C does: an update that leaves them
// alone is refused.
func (a *Allocator) UpdateAgent(id core.AgentID, u core.AgentUpdate) error {
	if u.Hostname == nil || u.Region == nil {
		return errPartial
	}
	e := a.begin(reqUpdateAgent)
	e.u64(uint64(id))
	e.string(*u.Hostname)
	e.string(*u.Region)
	e.flag(u.Capabilities != nil)
	if u.Capabilities != nil {
		e.u32(agentCapabilities(*u.Capabilities))
	}
	e.flag(u.Total != nil)
	if u.Total != nil {
		encodeResources(e, *u.Total)
	}
	e.flag(u.AttributesChanged)
	e.flag(u.InfoChanged)
	return a.done()
}

func (a *Allocator) onAgent(q request, id core.AgentID) error {
	a.begin(q).u64(uint64(id))
	return a.done()
}

func (a *Allocator) RemoveAgent(id core.AgentID) error { return a.onAgent(reqRemoveAgent, id) }

func (a *Allocator) ActivateAgent(id core.AgentID) error { return a.onAgent(reqActivateAgent, id) }

func (a *Allocator) DeactivateAgent(id core.AgentID) error { return a.onAgent(reqDeactivateAgent, id) }

func (a *Allocator) AddResourceProvider(id core.AgentID, total []core.Resource, used []core.Usage) error {
	e := a.begin(reqAddResourceProvider)
	e.u64(uint64(id))
	encodeResources(e, total)
	encodeList(e, used, encodeUsage)
	return a.done()
}

func (a *Allocator) SetWhitelist(hosts []string) error {
	if hosts == nil {
		a.begin(reqClearWhitelist)
		return a.done()
	}
	encodeList(a.begin(reqSetWhitelist), hosts, (*encoder).string)
	return a.done()
}

func (a *Allocator) UpdateUnavailability(id core.AgentID, u *core.Unavailability) error {
	e := a.begin(reqUpdateUnavailability)
	e.u64(uint64(id))
	encodeUnavailability(e, u)
	return a.done()
}

func (a *Allocator) UpdateInverseOffer(u core.InverseOfferUpdate) error {
	e := a.begin(reqUpdateInverseOffer)
	e.i64(int64(u.Now))
	e.u64(uint64(u.Agent))
	e.u64(uint64(u.Framework))
	e.u32(uint32(u.Status))
	e.i64(int64(u.RefuseFor))
	return a.done()
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

// agentCapabilities are an agent's as C has them: all are named there, and none is
// 0.
func agentCapabilities(c core.Capabilities) uint32 {
	if c == 0 {
		c = core.ModernAgent
	}
	return uint32(c &^ core.NoCapabilities)
}

func encodeUsage(e *encoder, u core.Usage) {
	e.string(u.Framework)
	e.u32(uint32(u.Role))
	encodeResources(e, u.Resources)
}

func encodeUnavailability(e *encoder, u *core.Unavailability) {
	e.flag(u != nil)
	if u != nil {
		e.i64(int64(u.Start))
		e.i64(int64(u.Duration))
	}
}
