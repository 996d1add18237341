package order

import (
	"time"

	"github.com/apportion/apportion/sorter/policy"
)

// method is how siblings are ordered.
type method uint8

const (
	byShare     method = iota // the weighted dominant share
	byDraw                    // nothing: they are drawn
	byKey                     // what an Ordering says
	byDecay                   // the weighted dominant share of decayed usage, one half-life ahead
	byHierarchy               // the weighted share of H-DRF
)

// rule is a policy as a sorter uses it.
type rule struct {
	policy   policy.Policy // with its parameters, spelt as policy.Set spells them
	method   method
	ordering policy.Ordering // byKey
	halfLife int64           // byDecay, in nanoseconds
}

// A rule is never changed, so that all sorters share those of Mesos's policies: a host
// may make a role, and with it a sorter, for each framework.
var (
	drfRule    = rule{policy: policy.DRF, method: byShare}
	randomRule = rule{policy: policy.Random, method: byDraw}
)

// methods are those of the policies that have no ordering.
var methods = map[string]method{"drf": byShare, "random": byDraw, "hdrf": byHierarchy, "decayed": byDecay}

// ruleFor returns the rule of a policy of a set.
func ruleFor(set *policy.Set, p policy.Policy) (*rule, error) {
	switch p {
	case "", policy.DRF:
		return &drfRule, nil
	case policy.Random:
		return &randomRule, nil
	}
	spelt, ordering, err := set.Ordering(p)
	if err != nil {
		return nil, err
	}
	r := &rule{policy: spelt, method: byKey, ordering: ordering}
	if ordering == nil {
		r.method = methods[spelt.Name()]
	}
	if r.method == byDecay {
		halfLife, err := time.ParseDuration(spelt.Parameter("half_life"))
		if err != nil {
			return nil, err
		}
		r.halfLife = int64(halfLife)
	}
	return r, nil
}
