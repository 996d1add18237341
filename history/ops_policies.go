package history

import (
	"encoding/json"
	"math"
	"strconv"
)

// What a policy orders: the roles below a role and their frameworks, or one of the
// two alone. An absent one is all.
const (
	OfAll        = "all"
	OfRoles      = "roles"
	OfFrameworks = "frameworks"
)

var ordered = oneOf("all", "roles", "frameworks")

// agentOrder is how a cycle goes through the agents.
var agentOrder = oneOf("random", "id", "pack", "spread")

// RolePolicy is a policy for a part of the tree of roles, from the beginning.
type RolePolicy struct {
	Role   string
	Of     string
	Policy string
}

// rolePolicies is the codec of RolePolicy. In the short form what is ordered is always
// there.
var rolePolicies = listOf(codec[RolePolicy]{
	readJSON: func(n jsonValue) (RolePolicy, error) {
		o := n.object()
		p := RolePolicy{
			required(o, "role", text.readJSON), optional(o, "of", ordered.readJSON), required(o, "policy", text.readJSON),
		}
		p.settle()
		return p, o.done()
	},
	writeJSON: func(p RolePolicy) any {
		return map[string]any{"role": p.Role, "of": p.Of, "policy": p.Policy}
	},
	readShort: func(s *scanner) (p RolePolicy, err error) {
		if p.Role, err = s.name(); err != nil {
			return p, err
		}
		s.blanks()
		if p.Of, err = ordered.readShort(s); err != nil {
			return p, err
		}
		s.blanks()
		p.Policy, err = s.name()
		return p, err
	},
	writeShort: func(p *printer, r RolePolicy) {
		p.name(r.Role)
		p.WriteString(" ")
		p.name(r.Of)
		p.WriteString(" ")
		p.name(r.Policy)
	},
}, lines)

func (p *RolePolicy) settle() {
	if p.Of == "" {
		p.Of = OfAll
	}
}

// SetPolicy sets the policy of all that is below a role, or of the whole tree if no
// role is named. An empty policy takes back what was set.
type SetPolicy struct {
	Policy string // as docs/policies.md spells them
	Role   string
	Of     string
}

var setPolicyName = register[SetPolicy]("set_policy", "policy")

func (*SetPolicy) Name() string { return setPolicyName }

func (o *SetPolicy) fields() []field {
	return []field{
		word("policy", &o.Policy, text),
		option("role", "role", &o.Role, text),
		option("of", "of", &o.Of, ordered),
	}
}

// SetRanks sets the ranks of roles and frameworks; those not named keep theirs.
type SetRanks struct{ Roles, Frameworks map[string]float64 }

var setRanksName = register[SetRanks]("set_ranks", "ranks")

func (*SetRanks) Name() string { return setRanksName }

func (o *SetRanks) fields() []field {
	return []field{
		kept("roles", "roles", &o.Roles, mapOf(rank, ":")),
		kept("frameworks", "frameworks", &o.Frameworks, mapOf(rank, ":")),
	}
}

// infinities are the words for ranks that are not finite.
var infinities = map[string]float64{"inf": math.Inf(1), "-inf": math.Inf(-1)}

// rank is the codec of numbers that may be infinite. JSON has text for those.
var rank = codec[float64]{
	readJSON: func(n jsonValue) (float64, error) {
		word, err := n.str()
		if err != nil {
			return float.readJSON(n)
		}
		v, ok := infinities[word]
		if !ok {
			return 0, fieldErrorf(n.path, "unknown value %q", word)
		}
		return v, nil
	},
	writeJSON: func(v float64) any {
		if math.IsInf(v, 0) {
			return formatRank(v)
		}
		return json.Number(formatFloat(v))
	},
	readShort: func(s *scanner) (float64, error) {
		for word, v := range infinities {
			if s.accept(word) {
				return v, nil
			}
		}
		return float.readShort(s)
	},
	writeShort: func(p *printer, v float64) { p.WriteString(formatRank(v)) },
}

func formatRank(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
