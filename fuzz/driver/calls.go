package driver

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// call makes the allocator's call of one operation.
func (d *Driver) call(op history.Op, answer *history.Answer) error {
	a := d.allocator
	switch o := op.(type) {
	case *history.Initialize:
		return d.initialize(o)
	case *history.Recover:
		return d.recover(o)
	case *history.Pause:
		a.Pause()
	case *history.Resume:
		a.Resume()
	case *history.RequestAllocation:
		a.RequestAllocation()
	case *history.UpdateQuota:
		role, err := a.InternRole(o.Role)
		return first(err, func() error { return a.SetQuota(role, quota(o.Quota)) })
	case *history.UpdateWeights:
		return d.updateWeights(o)
	case *history.SetPolicy:
		return d.setPolicy(o)
	case *history.SetRanks:
		return d.setRanks(o)
	case *history.UpdateWhitelist:
		return a.SetWhitelist(o.Hosts)
	case *history.GetInverseOfferStatuses:
		answer.Statuses = d.statuses()
	default:
		return d.callOnAgent(op, answer)
	}
	return nil
}

func (d *Driver) callOnAgent(op history.Op, answer *history.Answer) error {
	a := d.allocator
	switch o := op.(type) {
	case *history.AddAgent:
		return d.addAgent(o)
	case *history.UpdateAgent:
		return d.updateAgent(o)
	case *history.RemoveAgent:
		delete(d.attributes, o.Agent)
		return a.RemoveAgent(d.agent(o.Agent))
	case *history.ActivateAgent:
		return a.ActivateAgent(d.agent(o.Agent))
	case *history.DeactivateAgent:
		return a.DeactivateAgent(d.agent(o.Agent))
	case *history.AddResourceProvider:
		return d.addResourceProvider(o)
	case *history.UpdateUnavailability:
		return a.UpdateUnavailability(d.agent(o.Agent), Unavailability(o.Unavailability))
	case *history.UpdateAvailable:
		return d.updateAvailable(o, answer)
	case *history.TransitionOfferedToAllocated:
		role, resources, err := d.roleAnd(o.Role, o.Resources)
		return first(err, func() error { return a.TransitionOfferedToAllocated(d.agent(o.Agent), role, resources) })
	default:
		return d.callOnFramework(op)
	}
}

func (d *Driver) callOnFramework(op history.Op) error {
	a := d.allocator
	switch o := op.(type) {
	case *history.AddFramework:
		return d.addFramework(o)
	case *history.UpdateFramework:
		return d.updateFramework(o)
	case *history.RemoveFramework:
		delete(d.constraints, o.Framework)
		delete(d.excluded, o.Framework)
		return a.RemoveFramework(d.framework(o.Framework))
	case *history.ActivateFramework:
		return a.ActivateFramework(d.framework(o.Framework))
	case *history.DeactivateFramework:
		return a.DeactivateFramework(d.framework(o.Framework))
	case *history.ExcludeAgents:
		return d.excludeAgents(o)
	case *history.ExcludeAgent:
		return d.excludeAgent(o)
	case *history.RequestResources:
		return a.RequestResources(d.framework(o.Framework))
	case *history.SuppressOffers:
		roles, err := d.roles(o.Roles)
		return first(err, func() error { return a.SuppressOffers(d.framework(o.Framework), roles) })
	case *history.ReviveOffers:
		roles, err := d.roles(o.Roles)
		return first(err, func() error { return a.ReviveOffers(d.framework(o.Framework), roles) })
	case *history.UpdateInverseOffer:
		return d.updateInverseOffer(o)
	case *history.UpdateAllocation:
		return d.updateAllocation(o)
	case *history.RecoverResources:
		return d.recoverResources(o)
	}
	return fmt.Errorf("%s: unknown operation", op.Name())
}

// first returns err, or what next returns if there is none.
func first(err error, next func() error) error {
	if err != nil {
		return err
	}
	return next()
}

// agent returns the handle of an agent, or 0, which is an error to the core.
func (d *Driver) agent(name string) core.AgentID {
	id, _ := d.allocator.FindAgent(name)
	return id
}

func (d *Driver) framework(name string) core.FrameworkID {
	id, _ := d.allocator.FindFramework(name)
	return id
}

func (d *Driver) recover(o *history.Recover) error {
	var quotas []core.RoleQuota
	for _, name := range slices.Sorted(maps.Keys(o.Quotas)) {
		role, err := d.allocator.InternRole(name)
		if err != nil {
			return err
		}
		quotas = append(quotas, core.RoleQuota{Role: role, Quota: quota(o.Quotas[name])})
	}
	return d.allocator.Recover(d.now, o.ExpectedAgents, quotas)
}

func (d *Driver) updateWeights(o *history.UpdateWeights) error {
	var weights []core.RoleWeight
	for _, name := range slices.Sorted(maps.Keys(o.Weights)) {
		role, err := d.allocator.InternRole(name)
		if err != nil {
			return err
		}
		weights = append(weights, core.RoleWeight{Role: role, Weight: o.Weights[name]})
	}
	return d.allocator.SetWeights(weights)
}

func (d *Driver) statuses() []history.AgentStatuses {
	a := d.allocator
	answers, agents := a.InverseOfferStatuses(nil, nil)
	byAgent := map[string]map[string]string{}
	for _, id := range agents {
		byAgent[known(a.AgentName(id))] = map[string]string{}
	}
	for _, s := range answers {
		text := history.Accept
		if s.Status == core.Decline {
			text = history.Decline
		}
		byAgent[known(a.AgentName(s.Agent))][s.Framework] = text
	}
	out := []history.AgentStatuses{}
	for _, name := range slices.Sorted(maps.Keys(byAgent)) {
		out = append(out, history.AgentStatuses{Agent: name, Statuses: byAgent[name]})
	}
	return out
}

// Unavailability is the core's form of one.
func Unavailability(u *history.Unavailability) *core.Unavailability {
	if u == nil {
		return nil
	}
	out := &core.Unavailability{Start: core.Time(Duration(u.StartS))}
	if u.DurationS != nil {
		out.Duration = Duration(*u.DurationS)
	}
	return out
}

func (d *Driver) updateInverseOffer(o *history.UpdateInverseOffer) error {
	status := core.NoStatus
	switch o.Status {
	case history.Accept:
		status = core.Accept
	case history.Decline:
		status = core.Decline
	}
	return d.allocator.UpdateInverseOffer(core.InverseOfferUpdate{
		Now:       d.now,
		Agent:     d.agent(o.Agent),
		Framework: d.framework(o.Framework),
		Status:    status,
		RefuseFor: refusal(o.RefuseSeconds),
	})
}

func (d *Driver) updateAllocation(o *history.UpdateAllocation) error {
	role, resources, err := d.roleAnd(o.Role, o.Resources)
	if err != nil {
		return err
	}
	conversions, err := d.conversions(o.Conversions)
	return first(err, func() error {
		return d.allocator.UpdateAllocation(core.AllocationUpdate{
			Framework:   d.framework(o.Framework),
			Agent:       d.agent(o.Agent),
			Role:        role,
			Offered:     resources,
			Conversions: conversions,
		})
	})
}

// MarkDestroyed finds the conversions that destroy volumes. An operation is
// one conversion for each of its resources, but RESERVE, which is one in all.
func MarkDestroyed(operations []history.Operation, conversions []core.Conversion) {
	i := 0
	for _, o := range operations {
		n := len(o.Resources)
		if o.Type == "RESERVE" {
			n = 1
		}
		for ; n > 0 && i < len(conversions); n-- {
			conversions[i].Exhaust = o.Type == "DESTROY"
			i++
		}
	}
}

// updateAvailable answers whether the operations could be applied.
func (d *Driver) updateAvailable(o *history.UpdateAvailable, answer *history.Answer) error {
	conversions, err := d.conversions(o.Conversions)
	if err != nil {
		return err
	}
	MarkDestroyed(o.Operations, conversions)
	err = d.allocator.UpdateAvailable(d.agent(o.Agent), conversions)
	ok := err == nil
	if !ok && !errors.Is(err, core.ErrNotAvailable) {
		return err
	}
	answer.OK = &ok
	return nil
}

// recoverResources does what Mesos does for agents and frameworks that are
// gone: nothing for an agent, only what tasks use for a framework.
func (d *Driver) recoverResources(o *history.RecoverResources) error {
	role, resources, err := d.roleAnd(o.Role, o.Resources)
	if err != nil {
		return err
	}
	agent, ok := d.allocator.FindAgent(o.Agent)
	if !ok {
		return nil
	}
	return d.allocator.RecoverResources(core.RecoverRequest{
		Now:       d.now,
		Framework: d.framework(o.Framework),
		Agent:     agent,
		Role:      role,
		Resources: resources,
		RefuseFor: refusal(o.RefuseSeconds),
		Allocated: o.Allocated,
	})
}
