package explanations

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
)

const (
	newAgent = "the new agent"
	newHost  = "the new host"
)

// make makes a change that is said to help, as a host would.
func (t *take) make(c *explain.Change) {
	switch c.Kind {
	case explain.ChangeWait:
		t.Advance(*c.Until)
	case explain.ChangeAnswer:
		must.Do(Decline(t.Allocator, c))
	case explain.ChangeAdmitAgent:
		must.Do(t.ExcludeAgent(c.Framework, c.Role, c.Agent, false))
	default:
		call := t.call(c)
		t.play(call)
		if c.Kind == explain.ChangeAddAgent {
			f, r := t.handles() // an agent is meant that offer constraints admit
			must.Do(t.ExcludeAgent(f, r, t.player.AgentID(call.Agent), false))
		}
	}
}

// Decline makes explain.ChangeAnswer: what tasks do not use is returned without a filter.
func Decline(a *core.Allocator, c *explain.Change) error {
	held := must.Get(a.OfferedOrAllocated(nil, c.Agent, c.Framework, c.Role))
	used := must.Get(a.Allocated(nil, c.Agent, c.Role))
	return a.RecoverResources(alloc.RecoverRequest{Now: a.Now(), Framework: c.Framework, Agent: c.Agent, Role: c.Role, Resources: without(held, used)})
}

// without returns resources without others, so far as they have these.
func without(list, others []alloc.Resource) []alloc.Resource {
	for _, o := range others {
		var rest []alloc.Resource
		for _, r := range list {
			switch {
			case r.Kind != o.Kind || r.Amount == 0 && (r.End < o.Begin || r.Begin > o.End):
				rest = append(rest, r)
			case r.Amount > 0:
				taken := min(r.Amount, o.Amount)
				r.Amount, o.Amount = r.Amount-taken, o.Amount-taken
				rest = append(rest, r)
			default:
				if r.Begin < o.Begin {
					rest = append(rest, alloc.IntervalOf(r.Kind, r.Begin, o.Begin-1))
				}
				if r.End > o.End {
					rest = append(rest, alloc.IntervalOf(r.Kind, o.End+1, r.End))
				}
			}
		}
		list = rest
	}
	return list
}

// call is the call that makes a change.
func (t *take) call(c *explain.Change) *sequence.Call {
	call := &sequence.Call{Agent: t.player.AgentOf(c.Agent), Framework: t.player.FrameworkOf(c.Framework), Role: sequence.None}
	if c.RoleName != "" {
		call.Role = t.player.Cast().Role(c.RoleName)
	}
	if value := t.value(c, call.Role); value != nil {
		*call = sequence.Of(value)
		return call
	}
	switch c.Kind {
	case explain.ChangeUpgradeAgent:
		info := t.accounts.Agents[call.Agent].AgentInfo
		info.Capabilities = new(*info.Capabilities | c.Capabilities)
		call.Verb, call.AgentInfo = calls.OpUpdateAgent, &info
	case explain.ChangeAddCapabilities, explain.ChangeSubscribe, explain.ChangeLowerMinimum:
		t.update(c, call)
	case explain.ChangeAddAgent:
		t.addAgent(c.Amounts, call)
	default:
		panic(fmt.Sprintf("there is no change %v", c.Kind))
	}
	return call
}

// value is the call that makes a change, nil if it says anew what somebody is.
func (t *take) value(c *explain.Change, role uint32) calls.Call {
	agent, framework := alloc.AgentID(t.player.AgentOf(c.Agent)), alloc.FrameworkID(t.player.FrameworkOf(c.Framework))
	switch c.Kind {
	case explain.ChangeResume:
		return &calls.Resume{}
	case explain.ChangeWhitelistHost:
		host := c.Host
		if c.AgentName == "" {
			host = newHost
		}
		return &calls.SetWhitelist{Hosts: append(t.accounts.Whitelist(), host)}
	case explain.ChangeActivateAgent:
		return &calls.ActivateAgent{Agent: agent}
	case explain.ChangeActivateFramework:
		return &calls.ActivateFramework{Framework: framework}
	case explain.ChangeRevive:
		return &calls.ReviveOffers{Framework: framework, Roles: []alloc.RoleID{alloc.RoleID(role)}}
	case explain.ChangeRaiseLimit, explain.ChangeLowerGuarantee:
		return t.requote(c, role)
	}
	return nil
}

// update is what the framework says of itself, with a change.
func (t *take) update(c *explain.Change, call *sequence.Call) {
	info := t.info
	info.Subscriptions = slices.Clone(info.Subscriptions)
	switch c.Kind {
	case explain.ChangeAddCapabilities:
		info.Capabilities |= c.Capabilities
	case explain.ChangeSubscribe:
		info.Subscriptions = append(info.Subscriptions, sequence.Subscription{Role: call.Role})
	case explain.ChangeLowerMinimum:
		for i := range info.Subscriptions {
			if s := &info.Subscriptions[i]; s.Role == call.Role {
				s.OwnMinima, s.Minima = true, [][]alloc.Quantity{changed(nil, c.Amounts, +1)}
			}
		}
	}
	t.info = info
	call.Verb, call.Framework, call.FrameworkInfo = calls.OpUpdateFramework, t.framework, &info
}

// requote changes a role's quota, as the changes so far have left it.
func (t *take) requote(c *explain.Change, role uint32) *calls.SetQuota {
	q, ok := t.quotas[role]
	if !ok {
		q = t.accounts.Role(role).Quota
	}
	if c.Kind == explain.ChangeRaiseLimit {
		q.Limits = changed(q.Limits, c.Amounts, +1)
	} else {
		q.Guarantees = changed(q.Guarantees, c.Amounts, -1)
	}
	t.quotas[role] = q
	return &calls.SetQuota{Role: alloc.RoleID(role), Quota: q}
}

// addAgent adds an agent with so much of each resource, of the type that others have it
// of.
func (t *take) addAgent(total alloc.Amounts, call *sequence.Call) {
	cast := t.player.Cast()
	info := &sequence.AgentInfo{Host: cast.Host(newHost), Region: t.accounts.Options.Region}
	if hosts := t.accounts.Whitelist(); len(hosts) > 0 {
		info.Host = cast.Host(hosts[0])
	}
	call.Verb, call.Agent, call.AgentInfo = calls.OpAddAgent, cast.Agent(newAgent), info
	for _, q := range total {
		if t.typeOf(q.Name) == history.Scalar {
			kind := alloc.KindID(cast.Kind(history.Resource{Name: q.Name}))
			call.Resources = append(call.Resources, alloc.ScalarOf(kind, q.Amount))
			continue
		}
		kind := alloc.KindID(cast.Kind(history.Resource{Name: q.Name, Type: history.Ranges}))
		call.Resources = append(call.Resources, alloc.IntervalOf(kind, 1, uint64((q.Amount+alloc.Unit-1)/alloc.Unit)))
	}
}

// typeOf is the type that agents have a resource of.
func (t *take) typeOf(name string) history.ValueType {
	for _, n := range agents(t.accounts) {
		for _, p := range t.accounts.Agents[n].Total {
			if r := &t.player.Cast().Kinds[p.Kind].Resource; r.Name == name {
				return r.Type
			}
		}
	}
	return history.Scalar
}

// changed is amounts of which some are changed.
func changed(list []alloc.Quantity, by alloc.Amounts, sign alloc.Amount) []alloc.Quantity {
	out := slices.Clone(list)
	for _, x := range by {
		i := slices.IndexFunc(out, func(q alloc.Quantity) bool { return q.Name == x.Name })
		if i < 0 {
			i = len(out)
			out = append(out, alloc.Quantity{Name: x.Name})
		}
		out[i].Amount += sign * x.Amount
	}
	return out
}
