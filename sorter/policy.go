package sorter

import (
	"errors"
	"fmt"
	"slices"
)

// Policy names the rule by which clients are ordered. The empty policy is DRF.
type Policy string

const (
	// DRF orders by weighted dominant share, as Mesos's DRFSorter.
	DRF Policy = "drf"
	// Random draws by weight without replacement, as Mesos's RandomSorter.
	Random Policy = "random"
)

// ErrUnknownPolicy is wrapped in the error of [ParsePolicy].
var ErrUnknownPolicy = errors.New("no such policy")

// rule is a policy inside of a sorter: its index in policies, so that no string
// is compared where clients are ordered.
type rule uint8

const (
	drfRule rule = iota
	randomRule
)

var policies = [...]Policy{drfRule: DRF, randomRule: Random}

// Policies returns all policies.
func Policies() []Policy { return slices.Clone(policies[:]) }

// ParsePolicy returns the policy of that name, DRF if the name is empty. Any
// other name is ErrUnknownPolicy, with a text that lists those that there are.
func ParsePolicy(name string) (Policy, error) {
	r, err := ruleOf(Policy(name))
	if err != nil {
		return "", err
	}
	return policies[r], nil
}

// ruleOf returns the rule that p names, or the error of ParsePolicy.
func ruleOf(p Policy) (rule, error) {
	if p == "" {
		return drfRule, nil
	}
	if i := slices.Index(policies[:], p); i >= 0 {
		return rule(i), nil
	}
	return 0, fmt.Errorf("%w: %q is none of %q", ErrUnknownPolicy, p, policies)
}
