package policy

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Definition is a policy of one's own. It is chosen like any other, as name or
// name:key=value,..., by an allocator or a sorter that was given it.
type Definition struct {
	// Name and Parameters are small letters, digits and underscores; the name begins with a
	// letter.
	Name       string
	Parameters []string
	// Make is called with the parameters whenever the policy is parsed or chosen: each use has an ordering of its own.
	// An error, or no ordering, refuses it.
	Make func(Parameters) (Ordering, error)
}

// builtIn lists the policies of this package, in the order in which an error about a misspelt one
// names them. A policy that is no function of a Usage has no ordering: the sorter itself knows how
// to order by it.
var builtIn = []Definition{
	{Name: "drf", Make: makes(nil)},
	{Name: "random", Make: makes(nil)},
	{Name: "hdrf", Make: makes(nil)},
	{Name: "ranked", Make: makes(ranked{})},
	{Name: "decayed", Parameters: []string{"half_life"}, Make: func(p Parameters) (Ordering, error) {
		_, err := p.Duration("half_life")
		return nil, err
	}},
	{Name: "max_min", Parameters: []string{"resource"}, Make: func(p Parameters) (Ordering, error) {
		resource, err := p.Text("resource")
		return maxMin{resource}, err
	}},
	{Name: "asset", Make: makes(asset{})},
}

func makes(o Ordering) func(Parameters) (Ordering, error) {
	return func(Parameters) (Ordering, error) { return o, nil }
}

var (
	// ErrUnknown is wrapped in errors of [Set].
	ErrUnknown = errors.New("no such policy")
	// ErrBadParameter is, too.
	ErrBadParameter = errors.New("policy has a bad parameter")
)

// Set is the policies that may be chosen: this package's, and some of one's own. A nil Set has this
// package's alone.
type Set struct{ own []Definition }

var spelling = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// NewSet returns this package's policies and some of one's own. Another form of a name, a name
// that is taken, or no Make, is an error.
func NewSet(own ...Definition) (*Set, error) {
	s := &Set{}
	for _, d := range own {
		for _, text := range append([]string{d.Name}, d.Parameters...) {
			if !spelling.MatchString(text) {
				return nil, fmt.Errorf("policy %q: %q is not of small letters, digits and underscores", d.Name, text)
			}
		}
		if d.Make == nil {
			return nil, fmt.Errorf("policy %q: nothing makes it", d.Name)
		}
		if _, taken := s.find(d.Name); taken {
			return nil, fmt.Errorf("policy %q: there is one of that name", d.Name)
		}
		s.own = append(s.own, Definition{d.Name, slices.Clone(d.Parameters), d.guarded})
	}
	return s, nil
}

// guarded is Make whose panics are errors, and whose ordering panics as Panic.
func (d Definition) guarded(p Parameters) (o Ordering, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("what makes it panics at %s: %v", panickedAt(), x)
		}
	}()
	o, err = d.Make(p)
	if err == nil && o == nil {
		err = errors.New("what makes it makes no ordering")
	}
	if err != nil {
		return nil, err
	}
	return nameOrdering(o, d.Name), nil
}

// Names returns the names of all policies: this package's, then one's own in their order. Some
// have parameters that must be there.
func (s *Set) Names() []string {
	var names []string
	for _, d := range s.all() {
		names = append(names, d.Name)
	}
	return names
}

// Parse returns the one spelling of a policy: "name" or "name:key=value,..."; for the empty policy
// that of DRF. Its errors wrap ErrUnknown, and then list the policies, or ErrBadParameter.
func (s *Set) Parse(p Policy) (Policy, error) {
	spelt, _, err := s.Ordering(p)
	return spelt, err
}

// Ordering is Parse, and also returns what the policy orders by: nil for DRF, Random, HDRF and
// Decayed, which depend on more than a Usage.
func (s *Set) Ordering(p Policy) (spelt Policy, o Ordering, err error) {
	if p == "" {
		p = DRF
	}
	name, text, _ := strings.Cut(string(p), ":")
	d, known := s.find(name)
	if !known {
		return "", nil, fmt.Errorf("%w: %q is none of %q", ErrUnknown, name, s.Names())
	}
	parameters, err := parseParameters(&d, p, text)
	if err == nil {
		o, err = d.Make(parameters)
	}
	if err != nil {
		return "", nil, fmt.Errorf("%w: %q: %w", ErrBadParameter, p, err)
	}
	return parameters.spell(name), o, nil
}

func (s *Set) all() []Definition {
	if s == nil {
		return builtIn
	}
	return slices.Concat(builtIn, s.own)
}

// find returns the policy that a name stands for.
func (s *Set) find(name string) (Definition, bool) {
	for _, d := range s.all() {
		if d.Name == name {
			return d, true
		}
	}
	return Definition{}, false
}
