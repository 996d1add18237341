package tape

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// policyOp is SetPolicy or SetRanks as an operation.
func (c *Cast) policyOp(call *Call) history.Op {
	if call.Verb == SetPolicy {
		o := &history.SetPolicy{Policy: string(call.Policy)}
		if call.Role != None {
			o.Role = c.Roles[call.Role].Path
		}
		if call.Of != core.OrderOfAll {
			o.Of = call.Of.String()
		}
		return o
	}
	o := &history.SetRanks{}
	for _, r := range call.RoleRanks {
		setRank(&o.Roles, c.Roles[r.Of].Path, r.Rank)
	}
	for _, r := range call.Ranks {
		setRank(&o.Frameworks, c.Frameworks[r.Of], r.Rank)
	}
	return o
}

func setRank(ranks *map[string]float64, name string, rank float64) {
	if *ranks == nil {
		*ranks = map[string]float64{}
	}
	(*ranks)[name] = rank
}

// readPolicy undoes policyOp. It reports whether the operation is one of these.
func (r *reader) readPolicy(op history.Op, c *Call) bool {
	switch o := op.(type) {
	case *history.SetPolicy:
		c.Verb, c.Policy = SetPolicy, core.Policy(o.Policy)
		if o.Role != "" {
			c.Role = r.cast.Role(o.Role)
		}
		switch o.Of {
		case history.OfRoles:
			c.Of = core.OrderOfRoles
		case history.OfFrameworks:
			c.Of = core.OrderOfFrameworks
		}
	case *history.SetRanks:
		c.Verb = SetRanks
		for _, path := range slices.Sorted(maps.Keys(o.Roles)) {
			c.RoleRanks = append(c.RoleRanks, Rank{r.cast.Role(path), o.Roles[path]})
		}
		for _, name := range slices.Sorted(maps.Keys(o.Frameworks)) {
			c.Ranks = append(c.Ranks, Rank{r.framework(name), o.Frameworks[name]})
		}
	default:
		return false
	}
	return true
}

// setPolicy sets a policy in an allocator.
func (p *Player) setPolicy(c *Call) error {
	role := core.AllRoles
	if c.Role != None {
		var err error
		if role, err = p.role(c.Role); err != nil {
			return err
		}
	}
	return p.Target.SetPolicy(role, c.Of, c.Policy)
}

func (p *Player) setRanks(c *Call) error {
	var roles []core.RoleRank
	for _, x := range c.RoleRanks {
		role, err := p.role(x.Of)
		if err != nil {
			return err
		}
		roles = append(roles, core.RoleRank{Role: role, Rank: x.Rank})
	}
	var frameworks []core.FrameworkRank
	for _, x := range c.Ranks {
		frameworks = append(frameworks, core.FrameworkRank{Framework: p.FrameworkID(x.Of), Rank: x.Rank})
	}
	return p.Target.SetRanks(roles, frameworks)
}
