package tape

import (
	"fmt"
	"maps"
	"slices"

	"github.com/apportion/apportion/history"
)

// rack is the attribute that agents are drawn with.
const rack = "rack"

// mostAttributes is how many bits a Racks has.
const mostAttributes = 64

// readAttributes numbers the attributes of all agents of a history.
func (c *Cast) readAttributes(ops []history.Op) error {
	for _, op := range ops {
		switch o := op.(type) {
		case *history.AddAgent:
			c.rackOf(o.Attributes)
		case *history.UpdateAgent:
			c.rackOf(o.Attributes)
		}
	}
	if len(c.Attributes) > mostAttributes {
		return fmt.Errorf("a tape has agents of %d different attributes at most", mostAttributes)
	}
	return nil
}

// rackOf is the number of attributes.
func (c *Cast) rackOf(attributes map[string]string) uint8 {
	i := slices.IndexFunc(c.Attributes, func(x map[string]string) bool { return maps.Equal(x, attributes) })
	if i < 0 {
		i = len(c.Attributes)
		c.Attributes = append(c.Attributes, attributes)
	}
	return uint8(i)
}

// racksOf has a bit for each of the attributes that constraints let pass.
func (c *Cast) racksOf(groups []history.Group) uint64 {
	out := uint64(AllRacks)
	for i, attributes := range c.Attributes {
		suits := func(g history.Group) bool {
			return !slices.ContainsFunc(g, func(x history.Condition) bool { return !meets(x, attributes) })
		}
		if len(groups) > 0 && !slices.ContainsFunc(groups, suits) {
			out &^= 1 << i
		}
	}
	return out
}

func meets(c history.Condition, attributes map[string]string) bool {
	value, ok := attributes[c.Attribute]
	switch c.Test {
	case history.Equals:
		return ok && value == c.Value
	case history.NotEquals:
		return !ok || value != c.Value
	case history.NotExists:
		return !ok
	}
	return ok
}

// constrain has a framework's offer constraints let pass whom these groups do. What they say
// of roles that it is not in has no effect.
func (c *Cast) constrain(i *FrameworkInfo, groups map[string][]history.Group) {
	for k := range i.Subscriptions {
		if s := &i.Subscriptions[k]; !s.Absent {
			s.Racks = c.racksOf(groups[c.Roles[s.Role].Path])
		}
	}
}

// constraintsOf are a framework's offer constraints by role, nil if there are none.
func (c *Cast) constraintsOf(i *FrameworkInfo) (out map[string][]history.Group) {
	for _, s := range i.Subscriptions {
		if groups := c.constraints(s.Racks); groups != nil {
			if out == nil {
				out = map[string][]history.Group{}
			}
			out[c.Roles[s.Role].Path] = groups
		}
	}
	return out
}

// constraints let pass whom the bits of racks let pass: a group for each of their attributes.
func (c *Cast) constraints(racks uint64) []history.Group {
	if racks == AllRacks {
		return nil
	}
	names := map[string]bool{}
	for _, attributes := range c.Attributes {
		for name := range attributes {
			names[name] = true
		}
	}
	var out []history.Group
	for i, attributes := range c.Attributes {
		if racks>>i&1 == 0 {
			continue
		}
		var group history.Group
		for _, name := range slices.Sorted(maps.Keys(names)) {
			test := history.NotExists
			if _, ok := attributes[name]; ok {
				test = history.Equals
			}
			group = append(group, history.Condition{Attribute: name, Test: test, Value: attributes[name]})
		}
		out = append(out, group)
	}
	if out == nil {
		out = []history.Group{{{Attribute: rack, Test: history.NotExists}, {Attribute: rack, Test: history.Exists}}} // lets nobody pass
	}
	return out
}
