package sorter

import (
	"fmt"
	"strings"
	"time"
)

// Policy names the rule by which clients are ordered among their siblings, with
// its parameters: "drf", "decayed:half_life=24h", "max_min:resource=gpus". The
// empty policy is DRF. [Policies] says what there is.
type Policy string

const (
	// DRF orders by weighted dominant share, as Mesos's DRFSorter.
	DRF Policy = "drf"
	// Random draws by weight without replacement, as Mesos's RandomSorter.
	Random Policy = "random"
	// Ranked orders by a rank that the host sets, and those of the same rank by
	// weighted dominant share.
	Ranked Policy = "ranked"
	// Asset orders by the weighted sum of the shares of all resources.
	Asset Policy = "asset"
)

// MaxMin is the policy that orders by the weighted share of one resource.
func MaxMin(resource string) Policy { return Policy("max_min:resource=" + resource) }

// Name returns the policy without its parameters.
func (p Policy) Name() string {
	if p == "" {
		p = DRF
	}
	name, _, _ := strings.Cut(string(p), ":")
	return name
}

// method is how a policy computes what clients are ordered by.
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
	policy   Policy // with its parameters, spelt as Policies.Parse spells them
	method   method
	ordering Ordering // byKey
	halfLife int64    // byDecay, in nanoseconds
}

// builtIn lists the policies of this package in the order in which they are named
// where one is misspelt.
var builtIn = []definition{
	{name: "drf", make: fixed(drfRule)},
	{name: "random", make: fixed(randomRule)},
	{name: "hdrf", make: fixed(rule{method: byHierarchy})},
	{name: "ranked", make: fixed(rule{method: byKey, ordering: ranked{}})},
	{name: "decayed", parameters: []string{"half_life"}, make: makeDecayed},
	{name: "max_min", parameters: []string{"resource"}, make: makeMaxMin},
	{name: "asset", make: fixed(rule{method: byKey, ordering: asset{}})},
}

// definition is a policy that a name stands for.
type definition struct {
	name       string
	parameters []string
	make       func(Parameters) (rule, error)
}

func fixed(r rule) func(Parameters) (rule, error) {
	return func(Parameters) (rule, error) { return r, nil }
}

// A rule is never changed, so that all sorters share those of Mesos's policies: a host
// may make a role, and with it a sorter, for each framework.
var drfRule, randomRule = rule{policy: DRF, method: byShare}, rule{policy: Random, method: byDraw}

// ruleFor is parseRule, which it spares where it is one of these.
func (p *Policies) ruleFor(policy Policy) (*rule, error) {
	switch policy {
	case "", DRF:
		return &drfRule, nil
	case Random:
		return &randomRule, nil
	}
	r, err := p.parseRule(policy)
	return &r, err
}

// parseRule is Parse, with what the policy does.
func (p *Policies) parseRule(policy Policy) (rule, error) {
	if policy == "" {
		policy = DRF
	}
	name, text, _ := strings.Cut(string(policy), ":")
	d, known := p.find(name)
	if !known {
		return rule{}, fmt.Errorf("%w: %q is none of %q", ErrUnknownPolicy, name, p.Names())
	}
	parameters, err := parseParameters(&d, string(policy), text)
	if err != nil {
		return rule{}, err
	}
	r, err := d.make(parameters)
	if err != nil {
		return rule{}, parameterError(string(policy), err)
	}
	r.policy = parameters.spell(name)
	return r, nil
}

// shortDuration is the text of a duration without the zeros at its end: "24h", not
// "24h0m0s".
func shortDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
