package tape

import (
	"fmt"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// Op is a call as an operation of a history.
func (c *Cast) Op(call *Call) history.Op {
	switch call.Verb {
	case Advance:
		return &history.Advance{Seconds: call.For.Seconds()}
	case AddAgent, UpdateAgent, RemoveAgent, ActivateAgent, DeactivateAgent, AddResourceProvider, UpdateUnavailability:
		return c.agentOp(call)
	case AddFramework, UpdateFramework, RemoveFramework, ActivateFramework, DeactivateFramework, RequestResources,
		SuppressOffers, ReviveOffers, UpdateInverseOffer:
		return c.frameworkOp(call)
	case UpdateAvailable, TransitionOfferedToAllocated, UpdateAllocation, RecoverResources:
		return c.resourcesOp(call)
	}
	return c.clusterOp(call)
}

// Initialize is the operation that a history with this cast begins with.
func (c *Cast) Initialize() history.Op {
	o := c.Start
	return &o
}

func (c *Cast) resourcesOp(call *Call) history.Op {
	agent, resources, conversions := c.Agents[call.Agent], c.Resources(call.Resources), c.conversions(call.Conversions)
	switch call.Verb {
	case UpdateAvailable:
		o := &history.UpdateAvailable{Agent: agent, Conversions: conversions}
		for i := range call.Conversions {
			o.Operations = append(o.Operations, operation(call.Conversions[i].Exhaust, &o.Conversions[i]))
		}
		return o
	case TransitionOfferedToAllocated:
		return &history.TransitionOfferedToAllocated{Agent: agent, Role: c.Roles[call.Role].Path, Resources: resources}
	case UpdateAllocation:
		return &history.UpdateAllocation{
			Framework: c.Frameworks[call.Framework], Agent: agent, Role: c.Roles[call.Role].Path, Resources: resources, Conversions: conversions,
		}
	}
	return &history.RecoverResources{
		Framework: c.Frameworks[call.Framework], Agent: agent, Role: c.Roles[call.Role].Path, Resources: resources,
		RefuseSeconds: refusal(call.For), Allocated: call.Allocated,
	}
}

func refusal(d time.Duration) *float64 {
	if d == 0 {
		return nil
	}
	s := d.Seconds()
	return &s
}

// operation is the operator's request that a conversion stands for.
func operation(exhaust bool, c *history.Conversion) history.Operation {
	levels := func(list []history.Resource) int {
		if len(list) == 0 {
			return 0
		}
		return len(list[0].Reservations)
	}
	switch before, after := levels(c.Consumed), levels(c.Converted); {
	case exhaust:
		return history.Operation{Type: "DESTROY", Resources: c.Consumed}
	case after > before:
		return history.Operation{Type: "RESERVE", Resources: c.Converted}
	case after < before:
		return history.Operation{Type: "UNRESERVE", Resources: c.Consumed}
	}
	return history.Operation{Type: "CREATE", Resources: c.Converted}
}

func (c *Cast) conversions(list []core.Conversion) []history.Conversion {
	var out []history.Conversion
	for _, x := range list {
		out = append(out, history.Conversion{Consumed: c.Resources(x.Consumed), Converted: c.Resources(x.Converted)})
	}
	return out
}

// Resources are resources in the form of a history: the intervals of a kind, one
// after the other, are one resource.
func (c *Cast) Resources(list []core.Resource) []history.Resource {
	var out []history.Resource
	last := uint32(None)
	for _, x := range list {
		n := uint32(x.Kind)
		k := &c.Kinds[n]
		if k.Scalar() || n != last {
			out = append(out, k.Resource)
			last = n
		}
		r := &out[len(out)-1]
		switch r.Type {
		case history.Scalar:
			r.Milli = int64(x.Amount)
		case history.Ranges:
			r.Ranges = append(r.Ranges, history.Range{Begin: x.Begin, End: x.End})
		case history.Set:
			for i := x.Begin; i <= x.End; i++ {
				r.Items = append(r.Items, c.Items[i])
			}
		}
	}
	return out
}

// used lists what is in use.
func (c *Cast) used(list []Usage, names []string) []history.Used {
	var out []history.Used
	for _, u := range list {
		out = append(out, history.Used{Holder: names[u.Holder], Role: c.Roles[u.Role].Path, Resources: c.Resources(u.Resources)})
	}
	return out
}

// usedOnAgent lists what is in use by framework, the last one first: the driver has
// the framework that is named last come first, as Mesos does.
func (c *Cast) usedOnAgent(list []Usage) []history.Used {
	var out []history.Used
	for end := len(list); end > 0; {
		first := end - 1
		for first > 0 && list[first-1].Holder == list[first].Holder {
			first--
		}
		out = append(out, c.used(list[first:end], c.Frameworks)...)
		end = first
	}
	return out
}

func (c *Cast) clusterOp(call *Call) history.Op {
	switch call.Verb {
	case UpdateQuota:
		q := call.Quotas[0]
		return &history.UpdateQuota{Role: c.Roles[q.Role].Path, Quota: history.DescribeQuota(q.Quota)}
	case UpdateWeights:
		o := &history.UpdateWeights{Weights: map[string]float64{}}
		for _, w := range call.Weights {
			o.Weights[c.Roles[w.Role].Path] = w.Weight
		}
		return o
	case UpdateWhitelist:
		o := &history.UpdateWhitelist{}
		if call.Hosts != nil {
			o.Hosts = []string{}
		}
		for _, n := range call.Hosts {
			o.Hosts = append(o.Hosts, c.Hosts[n])
		}
		return o
	case GetInverseOfferStatuses:
		return &history.GetInverseOfferStatuses{}
	case Recover:
		o := &history.Recover{ExpectedAgents: call.Expected}
		for _, q := range call.Quotas {
			if o.Quotas == nil {
				o.Quotas = map[string]history.Quota{}
			}
			o.Quotas[c.Roles[q.Role].Path] = history.DescribeQuota(q.Quota)
		}
		return o
	case Pause:
		return &history.Pause{}
	case Resume:
		return &history.Resume{}
	case SetPolicy, SetRanks:
		return c.policyOp(call)
	}
	panic(fmt.Sprintf("a tape has an unknown call %d", call.Verb))
}
