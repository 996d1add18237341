package driver

import (
	"errors"
	"maps"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// call makes the allocator's call of one operation.
func (d *Driver) call(op history.Op, answer *history.Answer) error {
	switch o := op.(type) {
	case *history.Initialize:
		return d.initialize(o)
	case *history.GetInverseOfferStatuses:
		answer.Statuses = d.statuses()
		return nil
	case *history.RemoveAgent:
		delete(d.attributes, o.Agent)
	case *history.RemoveFramework:
		delete(d.constraints, o.Framework)
		delete(d.excluded, o.Framework)
	}
	c, err := history.ByNumber(op, d.allocator, d.now)
	if err != nil {
		return err
	}
	switch x := c.(type) {
	case *calls.RecoverResources:
		if x.Agent == 0 { // as Mesos does for agents that are gone
			return nil
		}
	case *calls.UpdateAgent:
		o := op.(*history.UpdateAgent)
		x.Update.AttributesChanged = !maps.Equal(d.attributes[o.Agent], o.Attributes)
	}
	_, err = c.Apply(d.allocator)
	if _, ok := op.(*history.UpdateAvailable); ok && (err == nil || errors.Is(err, core.ErrNotAvailable)) {
		applied := err == nil
		answer.OK = &applied
		return nil
	}
	if err != nil {
		return err
	}
	return d.constrain(op)
}

// constrain tells the core what follows for offer constraints from an operation that was
// carried out.
func (d *Driver) constrain(op history.Op) error {
	switch o := op.(type) {
	case *history.AddAgent:
		d.attributes[o.Agent] = o.Attributes
		return d.constrainAgent(o.Agent, d.agent(o.Agent))
	case *history.UpdateAgent:
		d.attributes[o.Agent] = o.Attributes
		return d.constrainAgent(o.Agent, d.agent(o.Agent))
	case *history.AddFramework:
		d.constraints[o.Framework] = constraintsOf(&o.FrameworkInfo)
		return d.constrainFramework(o.Framework, d.framework(o.Framework), &o.FrameworkInfo)
	case *history.UpdateFramework:
		d.constraints[o.Framework] = constraintsOf(&o.FrameworkInfo)
		return d.constrainFramework(o.Framework, d.framework(o.Framework), &o.FrameworkInfo)
	case *history.ExcludeAgents:
		d.excludes(o.Framework, o.Role)
	case *history.ExcludeAgent:
		d.excludes(o.Framework, o.Role)
	}
	return nil
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
