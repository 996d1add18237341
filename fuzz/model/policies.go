package model

import (
	"maps"
	"strings"
	"time"

	"github.com/apportion/apportion/history"
)

func init() { on((*state).setPolicy) }

// A policy says how the children of a node of a sorter are ordered. What each means
// is in docs/policies.md; sorter.go, hdrf.go, decayed.go and random.go say it once more.
type policy struct {
	name     string
	resource string // of max_min
	halfLife int64  // of decayed, in nanoseconds
}

var drf = policy{name: "drf"}

// newPolicy is the policy that a text names.
func newPolicy(text string) policy {
	name, parameter, _ := strings.Cut(text, ":")
	key, value, _ := strings.Cut(parameter, "=")
	switch {
	case text == "":
		return drf
	case parameter == "" && (name == "drf" || name == "hdrf" || name == "ranked" || name == "asset" || name == "random"):
		return policy{name: name}
	case name == "max_min" && key == "resource" && value != "":
		return policy{name: name, resource: value}
	}
	check(name == "decayed" && key == "half_life", "no policy %q", text)
	d, err := time.ParseDuration(value)
	check(err == nil && d > 0, "a half-life of %q", value)
	return policy{name: name, halfLife: int64(d)}
}

// policies are those that were set, by role; "" is the whole tree, and always there.
type policies struct{ ofRoles, ofFrameworks map[string]policy }

func newPolicies(op *history.Initialize) policies {
	p := policies{
		map[string]policy{"": newPolicy(op.RolePolicy)},
		map[string]policy{"": newPolicy(op.FrameworkPolicy)},
	}
	for _, each := range op.Policies {
		checkRole(each.Role)
		p.set(each.Role, each.Of, each.Policy)
	}
	return p
}

// set sets a policy, or takes back what was set for a role if there is none.
func (p policies) set(role, of, text string) {
	enter := func(list map[string]policy) {
		if text == "" && role != "" {
			delete(list, role)
		} else {
			list[role] = newPolicy(text)
		}
	}
	if of != history.OfFrameworks {
		enter(p.ofRoles)
	}
	if of != history.OfRoles {
		enter(p.ofFrameworks)
	}
}

// governing is the policy below a path: that of the path or of what is nearest above.
func governing(list map[string]policy, path string) policy {
	if path == "" {
		return list[""]
	}
	for _, each := range ancestors(path) {
		if p, ok := list[each]; ok {
			return p
		}
	}
	panic("no policy of the whole tree")
}

func (s *state) setPolicy(op *history.SetPolicy) {
	if op.Role != "" {
		checkRole(op.Role)
	}
	s.policies.set(op.Role, op.Of, op.Policy)
	if op.Of != history.OfFrameworks {
		s.roleSorter.setPolicies(maps.Clone(s.policies.ofRoles))
		if !s.heedsBlocked() {
			clear(s.roleSorter.blocked)
		}
	}
	for role, sorter := range s.sorters {
		if p := governing(s.policies.ofFrameworks, role); p != sorter.policies[""] {
			sorter.setPolicies(map[string]policy{"": p})
		}
	}
}

// setPolicies gives a sorter other policies. Under decayed usage means begin with
// nothing, unless they go on with another half-life.
func (s *sorter) setPolicies(list map[string]policy) {
	s.root.each(func(n *node) { s.settle(n) })
	s.policies = list
	s.root.each(func(n *node) {
		switch {
		case s.halfLifeOf(n) == 0:
			n.past = nil
		case n.past == nil:
			n.past = newPast(s.nowNanos)
		}
	})
}

// each calls with all nodes from n down, but for the root.
func (n *node) each(with func(*node)) {
	if n.parent != nil {
		with(n)
	}
	for _, child := range n.children {
		child.each(with)
	}
}
