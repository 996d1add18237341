package sorter

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
)

// Definition is a policy of one's own. It is chosen like any other, as name or
// name:key=value,..., by an allocator or a sorter that was given it.
type Definition struct {
	// Name and Parameters are small letters, digits and underscores; the name begins with a
	// letter.
	Name       string
	Parameters []string
	// Make is called with the parameters of each use. An error, or no ordering, refuses it.
	Make func(Parameters) (Ordering, error)
}

// Policies are those that may be chosen: this package's, and some of one's own. Those of nil are
// this package's alone.
type Policies struct{ own []definition }

var policyName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// NewPolicies returns this package's policies and some of one's own. Another form of a name, a
// name that is taken, or no Make, is an error.
func NewPolicies(own ...Definition) (*Policies, error) {
	p := &Policies{}
	for _, d := range own {
		for _, text := range append([]string{d.Name}, d.Parameters...) {
			if !policyName.MatchString(text) {
				return nil, fmt.Errorf("policy %q: %q is not of small letters, digits and underscores", d.Name, text)
			}
		}
		if d.Make == nil {
			return nil, fmt.Errorf("policy %q: nothing makes it", d.Name)
		}
		if _, taken := p.find(d.Name); taken {
			return nil, fmt.Errorf("policy %q: there is one of that name", d.Name)
		}
		p.own = append(p.own, definition{d.Name, slices.Clone(d.Parameters), d.rule})
	}
	return p, nil
}

// rule is what the policy does with these parameters.
func (d Definition) rule(p Parameters) (r rule, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("what makes it panics at %s: %v", panickedAt(), x)
		}
	}()
	o, err := d.Make(p)
	if err == nil && o == nil {
		err = errors.New("what makes it makes no ordering")
	}
	if err != nil {
		return rule{}, err
	}
	return rule{method: byKey, ordering: nameOrdering(o, d.Name)}, nil
}

// Names returns the names of all policies: this package's, then one's own in their order. Some
// have parameters that must be there.
func (p *Policies) Names() []string {
	var names []string
	for _, d := range p.all() {
		names = append(names, d.name)
	}
	return names
}

// Parse returns the one spelling of a policy: "name" or "name:key=value,...", DRF for the
// empty text. It returns ErrUnknownPolicy, whose text lists the policies, or ErrBadParameter.
func (p *Policies) Parse(text string) (Policy, error) {
	r, err := p.parseRule(Policy(text))
	if err != nil {
		return "", err
	}
	return r.policy, nil
}

func (p *Policies) all() []definition {
	if p == nil {
		return builtIn
	}
	return slices.Concat(builtIn, p.own)
}

// find returns the policy that a name stands for.
func (p *Policies) find(name string) (definition, bool) {
	for _, d := range p.all() {
		if d.name == name {
			return d, true
		}
	}
	return definition{}, false
}
