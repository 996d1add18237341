package transcript

import (
	"slices"
	"strconv"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/journal"
)

// The methods below each say some of the calls, and report whether they said this one.

func (w *Writer) clusterCall(s *journal.Step) bool {
	switch x := s.Call.(type) {
	case *calls.Advance:
		w.moveTo(x.Now)
	case *calls.SetWhitelist:
		w.say(&history.UpdateWhitelist{Hosts: x.Hosts})
	case *calls.SetQuota:
		w.say(&history.UpdateQuota{Role: w.role(x.Role), Quota: driver.DescribeQuota(x.Quota)})
	case *calls.SetWeights:
		weights := map[string]float64{}
		for _, weight := range x.Weights {
			weights[w.role(weight.Role)] = weight.Weight
		}
		w.say(&history.UpdateWeights{Weights: weights})
	case *calls.Recover:
		w.moveTo(x.Now)
		quotas := map[string]history.Quota{}
		for _, q := range x.Quotas {
			quotas[w.role(q.Role)] = driver.DescribeQuota(q.Quota)
		}
		w.say(&history.Recover{ExpectedAgents: x.ExpectedAgents, Quotas: quotas})
	case *calls.SetRanks:
		w.say(w.ranks(x))
	case *calls.SetPolicy:
		op := &history.SetPolicy{Policy: string(x.Policy), Of: x.Of.String()}
		if x.Role != core.AllRoles {
			op.Role = w.role(x.Role)
		}
		w.say(op)
	case *calls.RequestAllocation:
		w.say(&history.RequestAllocation{})
	case *calls.Pause:
		w.say(&history.Pause{})
	case *calls.Resume:
		w.say(&history.Resume{})
	default:
		return false
	}
	return true
}

func (w *Writer) ranks(x *calls.SetRanks) *history.SetRanks {
	op := &history.SetRanks{Roles: map[string]float64{}, Frameworks: map[string]float64{}}
	for _, r := range x.Roles {
		op.Roles[w.role(r.Role)] = r.Rank
	}
	for _, f := range x.Frameworks {
		op.Frameworks[w.framework(f.Framework).name] = f.Rank
	}
	return op
}

func (w *Writer) agentCall(s *journal.Step) bool {
	switch x := s.Call.(type) {
	case *calls.AddAgent:
		w.agents[core.AgentID(s.Result)] = &agent{name: x.ID, host: x.Hostname, region: x.Region}
		w.say(&history.AddAgent{
			Agent: x.ID, Hostname: x.Hostname, Domain: domain(x.Region), Capabilities: agentCapabilities(x.Capabilities),
			Total: w.resources(x.Total), Used: w.usedByFrameworks(x.Used), Unavailability: unavailability(x.Unavailability),
		})
	case *calls.UpdateAgent:
		w.updateAgent(w.agent(x.Agent), &x.Update)
	case *calls.RemoveAgent:
		w.say(&history.RemoveAgent{Agent: w.agent(x.Agent).name})
		delete(w.agents, x.Agent)
	case *calls.ActivateAgent:
		w.say(&history.ActivateAgent{Agent: w.agent(x.Agent).name})
	case *calls.DeactivateAgent:
		w.say(&history.DeactivateAgent{Agent: w.agent(x.Agent).name})
	case *calls.AddResourceProvider:
		w.say(&history.AddResourceProvider{Agent: w.agent(x.Agent).name, Total: w.resources(x.Total), Used: w.usedByFrameworks(x.Used)})
	case *calls.UpdateUnavailability:
		w.say(&history.UpdateUnavailability{Agent: w.agent(x.Agent).name, Unavailability: unavailability(x.Unavailability)})
	default:
		return false
	}
	return true
}

// updateAgent says all that a history says of an agent: what does not change, too. Of
// attributes, which the core does not know, that they have changed.
func (w *Writer) updateAgent(a *agent, u *core.AgentUpdate) {
	if u.Hostname != nil {
		a.host = *u.Hostname
	}
	if u.Region != nil {
		a.region = *u.Region
	}
	if u.AttributesChanged {
		a.attributes++
	}
	op := &history.UpdateAgent{Agent: a.name, Hostname: a.host, Domain: domain(a.region)}
	if a.attributes > 0 {
		op.Attributes = map[string]string{"version": strconv.Itoa(a.attributes)}
	}
	if u.Total != nil {
		op.Total = append([]history.Resource{}, w.resources(*u.Total)...)
	}
	if u.Capabilities != nil {
		op.Capabilities = agentCapabilities(*u.Capabilities)
	}
	w.say(op)
}

func (w *Writer) frameworkCall(s *journal.Step) bool {
	switch x := s.Call.(type) {
	case *calls.AddFramework:
		f := &framework{name: x.ID}
		w.frameworks[core.FrameworkID(s.Result)] = f
		w.inform(f, &core.FrameworkUpdate{Capabilities: &x.Capabilities, Roles: &x.Roles, Suppressed: &x.Suppressed, MinAllocatable: &x.MinAllocatable})
		op := &history.AddFramework{Framework: x.ID, FrameworkInfo: f.info, Inactive: x.Inactive}
		for _, u := range x.Used {
			op.Used = append(op.Used, history.Used{Holder: u.Agent, Role: w.role(u.Role), Resources: w.resources(u.Resources)})
		}
		w.say(op)
	case *calls.UpdateFramework:
		f := w.framework(x.Framework)
		w.inform(f, &x.Update)
		w.say(&history.UpdateFramework{Framework: f.name, FrameworkInfo: f.info})
	case *calls.RemoveFramework:
		w.say(&history.RemoveFramework{Framework: w.framework(x.Framework).name})
		delete(w.frameworks, x.Framework)
	case *calls.ActivateFramework:
		w.say(&history.ActivateFramework{Framework: w.framework(x.Framework).name})
	case *calls.DeactivateFramework:
		w.say(&history.DeactivateFramework{Framework: w.framework(x.Framework).name})
	case *calls.RequestResources:
		w.say(&history.RequestResources{Framework: w.framework(x.Framework).name})
	case *calls.SuppressOffers:
		w.say(&history.SuppressOffers{Framework: w.framework(x.Framework).name, Roles: w.roles(x.Roles)})
	case *calls.ReviveOffers:
		w.say(&history.ReviveOffers{Framework: w.framework(x.Framework).name, Roles: w.roles(x.Roles)})
	case *calls.UpdateInverseOffer:
		w.moveTo(x.Now)
		status := map[core.InverseStatus]string{core.Accept: history.Accept, core.Decline: history.Decline}[x.Status]
		w.say(&history.UpdateInverseOffer{Framework: w.framework(x.Framework).name, Agent: w.agent(x.Agent).name, Status: status, RefuseSeconds: refusal(x.RefuseFor)})
	case *calls.ExcludeAgents:
		if w.excludes(x.Framework, x.Role, len(x.Agents) > 0) {
			w.say(&history.ExcludeAgents{Framework: w.framework(x.Framework).name, Role: w.role(x.Role), Agents: w.agentNames(x.Agents)})
		}
	case *calls.ExcludeAgent:
		if w.excludes(x.Framework, x.Role, x.Excluded) {
			w.say(&history.ExcludeAgent{Framework: w.framework(x.Framework).name, Role: w.role(x.Role), Agent: w.agent(x.Agent).name, Included: !x.Excluded})
		}
	default:
		return false
	}
	return true
}

// excludes reports whether agents that are excluded have to be said. As long as none was,
// a history's framework, without constraints, says that none is.
func (w *Writer) excludes(id core.FrameworkID, role core.RoleID, some bool) bool {
	f := w.framework(id)
	if some && !slices.Contains(f.excluded, role) {
		f.excluded = append(f.excluded, role)
	}
	return slices.Contains(f.excluded, role)
}

// inform enters what changes of a framework.
func (w *Writer) inform(f *framework, u *core.FrameworkUpdate) {
	if u.Capabilities != nil {
		f.info.Capabilities = capabilities(*u.Capabilities)
	}
	if u.Roles != nil {
		f.info.Roles = w.roles(*u.Roles)
	}
	if u.Suppressed != nil {
		f.info.Suppressed = w.roles(*u.Suppressed)
	}
	if u.MinAllocatable != nil {
		f.info.OfferFilters = map[string][]history.Quantities{}
		for _, m := range *u.MinAllocatable {
			f.info.OfferFilters[w.role(m.Role)] = driver.DescribeMinima(m.Lists)
		}
	}
}

func (w *Writer) resourcesCall(s *journal.Step) bool {
	switch x := s.Call.(type) {
	case *calls.RecoverResources:
		w.moveTo(x.Now)
		w.say(&history.RecoverResources{
			Framework: w.framework(x.Framework).name, Agent: w.agent(x.Agent).name, Role: w.role(x.Role),
			Resources: w.resources(x.Resources), RefuseSeconds: refusal(x.RefuseFor), Allocated: x.Allocated,
		})
	case *calls.UpdateAllocation:
		w.say(&history.UpdateAllocation{
			Framework: w.framework(x.Framework).name, Agent: w.agent(x.Agent).name, Role: w.role(x.Role),
			Resources: w.resources(x.Offered), Conversions: w.conversions(x.Conversions),
		})
	case *calls.UpdateAvailable:
		op := &history.UpdateAvailable{Agent: w.agent(x.Agent).name, Conversions: w.conversions(x.Conversions)}
		for i, c := range x.Conversions {
			kind := "RESERVE"
			if c.Exhaust {
				kind = "DESTROY"
			}
			op.Operations = append(op.Operations, history.Operation{Type: kind, Resources: op.Conversions[i].Consumed[:min(1, len(op.Conversions[i].Consumed))]})
		}
		w.say(op)
	case *calls.TransitionOfferedToAllocated:
		w.say(&history.TransitionOfferedToAllocated{Agent: w.agent(x.Agent).name, Role: w.role(x.Role), Resources: w.resources(x.Resources)})
	default:
		return false
	}
	return true
}
