package abi

import (
	"errors"

	"github.com/apportion/apportion/core"
)

// errPartial is what an update comes to that C cannot express.
var errPartial = errors.New("the C library's update replaces everything: name it")

func (a *Allocator) AddFramework(info core.FrameworkInfo) (core.FrameworkID, error) {
	e := a.begin(reqAddFramework)
	encodeFramework(e, &info)
	e.flag(!info.Inactive)
	encodeList(e, info.Used, func(e *encoder, u core.AgentUsage) {
		e.string(u.Agent)
		e.u32(uint32(u.Role))
		encodeResources(e, u.Resources)
	})
	v, err := a.added()
	id := core.FrameworkID(v)
	if err == nil {
		a.frameworks[id] = info.ID
	}
	return id, err
}

// UpdateFramework replaces everything, as C does: what u leaves alone is refused.
func (a *Allocator) UpdateFramework(id core.FrameworkID, u core.FrameworkUpdate) error {
	if u.Capabilities == nil || u.Roles == nil || u.Suppressed == nil || u.MinAllocatable == nil {
		return errPartial
	}
	e := a.begin(reqUpdateFramework)
	e.u64(uint64(id))
	encodeFramework(e, &core.FrameworkInfo{
		ID:             a.frameworks[id],
		Capabilities:   *u.Capabilities,
		Roles:          *u.Roles,
		Suppressed:     *u.Suppressed,
		MinAllocatable: *u.MinAllocatable,
	})
	return a.done()
}

func (a *Allocator) onFramework(q request, id core.FrameworkID) error {
	a.begin(q).u64(uint64(id))
	return a.done()
}

func (a *Allocator) RemoveFramework(id core.FrameworkID) error {
	return a.onFramework(reqRemoveFramework, id)
}

func (a *Allocator) ActivateFramework(id core.FrameworkID) error {
	return a.onFramework(reqActivateFramework, id)
}

func (a *Allocator) DeactivateFramework(id core.FrameworkID) error {
	return a.onFramework(reqDeactivateFramework, id)
}

func (a *Allocator) RequestResources(id core.FrameworkID) error {
	return a.onFramework(reqRequestResources, id)
}

func (a *Allocator) onRoles(q request, id core.FrameworkID, roles []core.RoleID) error {
	e := a.begin(q)
	e.u64(uint64(id))
	encodeList(e, roles, encodeRole)
	return a.done()
}

func (a *Allocator) SuppressOffers(id core.FrameworkID, roles []core.RoleID) error {
	return a.onRoles(reqSuppressOffers, id, roles)
}

func (a *Allocator) ReviveOffers(id core.FrameworkID, roles []core.RoleID) error {
	return a.onRoles(reqReviveOffers, id, roles)
}

func (a *Allocator) ExcludeAgents(id core.FrameworkID, role core.RoleID, agents []core.AgentID) error {
	e := a.begin(reqExcludeAgents)
	e.u64(uint64(id))
	encodeRole(e, role)
	encodeList(e, agents, func(e *encoder, agent core.AgentID) { e.u64(uint64(agent)) })
	return a.done()
}

func (a *Allocator) ExcludeAgent(id core.FrameworkID, role core.RoleID, agent core.AgentID, excluded bool) error {
	e := a.begin(reqExcludeAgent)
	e.u64(uint64(id))
	encodeRole(e, role)
	e.u64(uint64(agent))
	e.flag(excluded)
	return a.done()
}

func encodeFramework(e *encoder, info *core.FrameworkInfo) {
	e.string(info.ID)
	e.u32(uint32(info.Capabilities &^ core.NoCapabilities))
	encodeList(e, info.Roles, encodeRole)
	encodeList(e, info.Suppressed, encodeRole)
	encodeList(e, info.MinAllocatable, func(e *encoder, m core.RoleMinimum) {
		encodeRole(e, m.Role)
		encodeList(e, m.Lists, encodeQuantities)
	})
}

func encodeRole(e *encoder, role core.RoleID) { e.u32(uint32(role)) }
