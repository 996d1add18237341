package explanations

import (
	"fmt"
	"slices"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

const (
	newAgent = "the new agent"
	newHost  = "the new host"
)

// make makes a change that is said to help, as a host would.
func (t *take) make(c *core.Change) error {
	switch c.Kind {
	case core.ChangeWait:
		t.Advance(*c.Until)
		return nil
	case core.ChangeAdmitAgent:
		return t.ExcludeAgent(c.Framework, c.Role, c.Agent, false)
	}
	op := t.operation(c)
	if op == nil {
		return fmt.Errorf("there is no change %v", c.Kind)
	}
	answer, err := t.Apply(op)
	t.offers = append(t.offers, answer.Offers...)
	if err != nil || c.Kind != core.ChangeAddAgent {
		return err
	}
	f, r := t.handles() // an agent is meant that offer constraints admit
	id, _ := t.FindAgent(newAgent)
	return t.ExcludeAgent(f, r, id, false)
}

// operation is the call that makes a change.
func (t *take) operation(c *core.Change) history.Op {
	switch c.Kind {
	case core.ChangeResume:
		return &history.Resume{}
	case core.ChangeWhitelistHost:
		host := c.Host
		if c.AgentName == "" {
			host = newHost
		}
		return &history.UpdateWhitelist{Hosts: append(slices.Clone(t.world.Whitelist), host)}
	case core.ChangeActivateAgent:
		return &history.ActivateAgent{Agent: c.AgentName}
	case core.ChangeUpgradeAgent:
		a := t.world.Agents[c.AgentName]
		return &history.UpdateAgent{
			Agent: c.AgentName, Hostname: a.Hostname, Domain: a.Domain, Attributes: a.Attributes,
			Capabilities: append(slices.Clone(a.Capabilities), names(c.Capabilities)...),
		}
	case core.ChangeActivateFramework:
		return &history.ActivateFramework{Framework: c.FrameworkName}
	case core.ChangeAddCapabilities, core.ChangeSubscribe, core.ChangeLowerMinimum:
		return t.update(c)
	case core.ChangeRevive:
		return &history.ReviveOffers{Framework: c.FrameworkName, Roles: []string{c.RoleName}}
	case core.ChangeRaiseLimit:
		q := t.quota(c.RoleName)
		q.Limits = changed(q.Limits, c.Amounts, +1)
		t.quotas[c.RoleName] = q
		return &history.UpdateQuota{Role: c.RoleName, Quota: q}
	case core.ChangeLowerGuarantee:
		q := t.quota(c.RoleName)
		q.Guarantees = changed(q.Guarantees, c.Amounts, -1)
		t.quotas[c.RoleName] = q
		return &history.UpdateQuota{Role: c.RoleName, Quota: q}
	case core.ChangeAddAgent:
		return t.addAgent(c.Amounts)
	}
	return nil
}

// update is what the framework says of itself, with a change.
func (t *take) update(c *core.Change) history.Op {
	info := &t.info
	switch c.Kind {
	case core.ChangeAddCapabilities:
		info.Capabilities = append(slices.Clone(info.Capabilities), names(c.Capabilities)...)
	case core.ChangeSubscribe:
		info.Roles = append(slices.Clone(info.Roles), c.RoleName)
	case core.ChangeLowerMinimum:
		minima := map[string][]history.Quantities{c.RoleName: {amounts(c.Amounts)}}
		for role, lists := range info.OfferFilters {
			if role != c.RoleName {
				minima[role] = lists
			}
		}
		info.OfferFilters = minima
	}
	return &history.UpdateFramework{Framework: t.framework, FrameworkInfo: *info}
}

// quota is a role's, as the changes so far have left it.
func (t *take) quota(role string) history.Quota {
	q, ok := t.quotas[role]
	if !ok {
		q = t.world.Quotas[role]
	}
	return q
}

// addAgent adds an agent with so much of each resource, of the type that others
// have it of.
func (t *take) addAgent(total core.Amounts) history.Op {
	o := &history.AddAgent{Agent: newAgent, Hostname: newHost, Capabilities: names(core.ModernAgent), Domain: t.world.Options.Domain}
	if len(t.world.Whitelist) > 0 {
		o.Hostname = t.world.Whitelist[0]
	}
	for _, q := range total {
		r := history.Resource{Name: q.Name, Type: t.typeOf(q.Name), Milli: int64(q.Amount)}
		if count := uint64((q.Amount + core.Unit - 1) / core.Unit); r.Type != history.Scalar {
			r.Type, r.Milli, r.Ranges = history.Ranges, 0, []history.Range{{Begin: 1, End: count}}
		}
		o.Total = append(o.Total, r)
	}
	return o
}

// typeOf is the type that agents have a resource of.
func (t *take) typeOf(name string) history.ValueType {
	for _, a := range t.world.Agents {
		for _, r := range a.Total.Resources() {
			if r.Name == name {
				return r.Type
			}
		}
	}
	return history.Scalar
}

// changed is amounts of which some are changed.
func changed(q history.Quantities, by core.Amounts, sign int64) history.Quantities {
	out := history.Quantities{}
	for name, amount := range q {
		out[name] = amount
	}
	for _, x := range by {
		out[x.Name] += sign * int64(x.Amount)
	}
	return out
}

func amounts(list core.Amounts) history.Quantities { return changed(nil, list, +1) }

func names(c core.Capabilities) []string { return strings.Split(c.String(), "|") }
