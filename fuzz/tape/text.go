package tape

import (
	"fmt"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// Initialize is the operation that a history with this cast begins with.
func (c *Cast) Initialize() history.Op {
	o := c.Start
	return &o
}

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
		panic(fmt.Sprintf("a tape has an unknown call %v: %v", call.Verb, err))
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
func (c *Cast) Resources(list []core.Resource) []history.Resource {
	out, err := history.Describe(c, list)
	if err != nil {
		panic(err)
	}
	return out
}

// Read makes a tape of a history.
func Read(ops []history.Op) (t *Tape, err error) {
	if len(ops) == 0 {
		return nil, fmt.Errorf("an empty history is no tape")
	}
	start, ok := ops[0].(*history.Initialize)
	if !ok {
		return nil, fmt.Errorf("a history that begins with %s is no tape", ops[0].Name())
	}
	t = New(NewCast())
	t.Cast.Start = *start
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
		return Call{Verb: calls.OpAdvance, For: history.Duration(o.Seconds), Agent: None, Framework: None, Role: None}, nil
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
		call.AgentInfo.Rack = c.rackOf(o.Attributes)
	case *history.UpdateAgent:
		call.AgentInfo.Rack = c.rackOf(o.Attributes)
	case *history.AddFramework:
		c.constrain(call.FrameworkInfo, o.Constraints)
	case *history.UpdateFramework:
		c.constrain(call.FrameworkInfo, o.Constraints)
	}
	return call, nil
}

// The cast tells names and numbers from each other: history.Numbers and history.Names.

// InternRole is Role.
func (c *Cast) InternRole(path string) (core.RoleID, error) { return core.RoleID(c.Role(path)), nil }

// InternKind is Kind.
func (c *Cast) InternKind(k core.Kind) (core.KindID, error) {
	return core.KindID(c.Kind(history.ResourceOf(&k))), nil
}

// InternItem is Item.
func (c *Cast) InternItem(name string) (uint64, error) { return uint64(c.Item(name)), nil }

// FindAgent is Agent.
func (c *Cast) FindAgent(name string) (core.AgentID, bool) { return core.AgentID(c.Agent(name)), true }

// FindFramework is Framework.
func (c *Cast) FindFramework(name string) (core.FrameworkID, bool) {
	return core.FrameworkID(c.Framework(name)), true
}

// RoleName is the path of a role.
func (c *Cast) RoleName(n core.RoleID) (string, error) { return c.Roles[n].Path, nil }

// DescribeKind is a kind without its amount.
func (c *Cast) DescribeKind(n core.KindID) (core.Kind, error) { return c.Kinds[n].declared, nil }

// ItemName is an item of a set.
func (c *Cast) ItemName(n uint64) (string, error) { return c.Items[n], nil }

// AgentName is the name of an agent.
func (c *Cast) AgentName(n core.AgentID) (string, error) { return c.Agents[n], nil }

// FrameworkName is the name of a framework.
func (c *Cast) FrameworkName(n core.FrameworkID) (string, error) { return c.Frameworks[n], nil }
