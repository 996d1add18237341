package sequence

import (
	"fmt"
	"maps"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
)

// Op is a call as an operation of a history.
func (c *Cast) Op(call *Call) history.Op {
	switch call.Verb {
	case calls.OpAdvance:
		return &history.Advance{Seconds: call.For.Seconds()}
	case InverseOfferStatuses:
		return &history.GetInverseOfferStatuses{}
	}
	op, err := history.ByName(c.value(call), c)
	if err != nil {
		panic(fmt.Sprintf("a sequence has an unknown call %v: %v", call.Verb, err))
	}
	switch o := op.(type) {
	case *history.AddAgent:
		o.Attributes = c.Attributes[call.AgentInfo.Rack]
	case *history.UpdateAgent:
		o.Attributes = c.Attributes[call.AgentInfo.Rack]
	case *history.AddFramework:
		o.Constraints = c.constraintsBy(call.FrameworkInfo)
	case *history.UpdateFramework:
		o.Constraints = c.constraintsBy(call.FrameworkInfo)
	}
	return op
}

// Resources are resources in the form of a history.
func (c *Cast) Resources(list []alloc.Resource) []history.Resource {
	out, err := history.Describe(c, list)
	if err != nil {
		panic(err)
	}
	return out
}

// Read makes a sequence of a history.
func Read(s Setup, ops []history.Op) (t *Sequence, err error) {
	if len(ops) == 0 {
		return nil, fmt.Errorf("an empty history is no sequence")
	}
	start, ok := ops[0].(*history.Initialize)
	if !ok {
		return nil, fmt.Errorf("a history that begins with %s is no sequence", ops[0].Name())
	}
	t = New(NewCast())
	t.Cast.Setup, t.Cast.Start = s, *start
	for _, op := range ops[1:] {
		c, err := t.Cast.Read(op)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", history.FormatShort(op), err)
		}
		t.Calls = append(t.Calls, c)
	}
	return t, nil
}

// Read undoes Op. Whoever is named that the cast does not have comes to be in it.
func (c *Cast) Read(op history.Op) (Call, error) {
	switch o := op.(type) {
	case *history.Advance:
		by := history.Duration(o.Seconds)
		if !c.AtOnce {
			by = by.Round(HalfSecond)
		}
		return Call{Verb: calls.OpAdvance, For: by, Agent: None, Framework: None, Role: None}, nil
	case *history.GetInverseOfferStatuses:
		return Call{Verb: InverseOfferStatuses, Agent: None, Framework: None, Role: None}, nil
	}
	value, err := history.ByNumber(op, c, 0)
	if err != nil {
		return Call{}, err
	}
	call := c.introduced(value)
	switch o := op.(type) {
	case *history.AddAgent:
		c.describe(call.AgentInfo, o.Attributes, o.Domain, o.Capabilities)
	case *history.UpdateAgent:
		c.describe(call.AgentInfo, o.Attributes, o.Domain, o.Capabilities)
	case *history.AddFramework:
		c.constrain(call.FrameworkInfo, o.Constraints)
	case *history.UpdateFramework:
		c.constrain(call.FrameworkInfo, o.Constraints)
	}
	return call, nil
}

// The cast tells names and numbers from each other: history.Numbers and history.Names.

func (c *Cast) InternRole(path string) (alloc.RoleID, error) { return alloc.RoleID(c.Role(path)), nil }
func (c *Cast) InternItem(name string) (alloc.SetItemID, error) {
	return alloc.SetItemID(c.Item(name)), nil
}
func (c *Cast) FindAgent(name string) (alloc.AgentID, bool) {
	return alloc.AgentID(c.Agent(name)), true
}
func (c *Cast) RoleName(n alloc.RoleID) (string, error)           { return c.Roles[n].Path, nil }
func (c *Cast) DescribeKind(n alloc.KindID) (alloc.Kind, error)   { return c.Kinds[n].declared, nil }
func (c *Cast) ItemName(n alloc.SetItemID) (string, error)        { return c.Items[n], nil }
func (c *Cast) AgentName(n alloc.AgentID) (string, error)         { return c.Agents[n], nil }
func (c *Cast) FrameworkName(n alloc.FrameworkID) (string, error) { return c.Frameworks[n], nil }

func (c *Cast) InternKind(k alloc.Kind) (alloc.KindID, error) {
	return alloc.KindID(c.Kind(history.ResourceOf(&k))), nil
}

func (c *Cast) FindFramework(name string) (alloc.FrameworkID, bool) {
	return alloc.FrameworkID(c.Framework(name)), true
}

// Answer is what the latest call was answered, as a history has it, but for whether
// operations could be applied.
func (p *Player) Answer() (out history.Answer) {
	for i := range p.Cycles {
		c := &p.Cycles[i]
		for o, resources := range c.All() {
			out.Offers = append(out.Offers, history.Offer{
				Framework: p.cast.Frameworks[p.FrameworkOf(o.Framework)], Role: p.cast.Roles[p.RoleOf(o.Role)].Path,
				Agent: p.cast.Agents[p.AgentOf(o.Agent)], Resources: p.cast.Resources(p.Numbered(nil, resources)),
			})
		}
		for _, o := range c.InverseOffers {
			out.InverseOffers = append(out.InverseOffers, history.InverseOffer{
				Framework: p.cast.Frameworks[p.FrameworkOf(o.Framework)], Agent: p.cast.Agents[p.AgentOf(o.Agent)],
				StartS: float64(o.Unavailability.Start) / 1e9,
			})
		}
		for _, r := range c.Recalls {
			out.Recalls = append(out.Recalls, history.Recall{
				Stage: r.Stage.String(), Framework: p.cast.Frameworks[p.FrameworkOf(r.Framework)],
				Role: p.cast.Roles[p.RoleOf(r.Role)].Path, Agent: p.cast.Agents[p.AgentOf(r.Agent)],
				For:  p.cast.Roles[p.RoleOf(r.For)].Path,
				Lent: p.cast.Resources(p.Numbered(nil, []alloc.Resource{r.Lent})), DueS: float64(r.Due) / 1e9,
			})
		}
	}
	if p.latest == InverseOfferStatuses {
		out.Statuses = p.answered()
	}
	return out
}

// answered are the answers to inverse offers, by agent.
func (p *Player) answered() []history.AgentStatuses {
	byAgent := map[string]map[string]string{}
	for _, id := range p.statuses.Agents {
		byAgent[p.cast.Agents[p.AgentOf(id)]] = map[string]string{}
	}
	for _, s := range p.statuses.Answers {
		text := history.Accept
		if s.Status == alloc.Decline {
			text = history.Decline
		}
		byAgent[p.cast.Agents[p.AgentOf(s.Agent)]][s.Framework] = text
	}
	out := []history.AgentStatuses{}
	for _, name := range slices.Sorted(maps.Keys(byAgent)) {
		out = append(out, history.AgentStatuses{Agent: name, Statuses: byAgent[name]})
	}
	return out
}
