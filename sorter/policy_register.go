package sorter

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"
)

// policies are those of this package, and then those of others. The list is only ever
// appended to.
var policies = struct {
	sync.RWMutex
	list []definition
}{list: builtIn}

var policyName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// RegisterPolicy makes a policy known to the process as name or name:key=value,... with the
// given parameters; call it in a package's init function. Each use calls make with its
// parameters, and fails with make's error or if the ordering is nil. Names and keys are small
// letters, digits and underscores, a name beginning with a letter. Another form, or a name
// that is taken, is an error.
func RegisterPolicy(name string, parameters []string, make func(Parameters) (Ordering, error)) error {
	for _, text := range append([]string{name}, parameters...) {
		if !policyName.MatchString(text) {
			return fmt.Errorf("register policy %q: %q is not of small letters, digits and underscores", name, text)
		}
	}
	if make == nil {
		return fmt.Errorf("register policy %q: nothing makes it", name)
	}
	policies.Lock()
	defer policies.Unlock()
	if slices.ContainsFunc(policies.list, func(d definition) bool { return d.name == name }) {
		return fmt.Errorf("register policy %q: there is one of that name", name)
	}
	policies.list = append(policies.list, definition{
		name:       name,
		parameters: slices.Clone(parameters),
		make: func(p Parameters) (r rule, err error) {
			defer func() {
				if x := recover(); x != nil {
					err = fmt.Errorf("what was registered panics at %s: %v", panickedAt(), x)
				}
			}()
			o, err := make(p)
			if err == nil && o == nil {
				err = errors.New("what was registered makes no ordering of it")
			}
			if err != nil {
				return rule{}, err
			}
			return rule{method: byKey, ordering: nameOrdering(o, name)}, nil
		},
	})
	return nil
}

// allPolicies returns all policies.
func allPolicies() []definition {
	policies.RLock()
	defer policies.RUnlock()
	return policies.list
}

// PolicyNames returns the names of all policies: this package's, then those that
// were registered, in that order. Some have parameters that must be there.
func PolicyNames() []string {
	var names []string
	for _, d := range allPolicies() {
		names = append(names, d.name)
	}
	return names
}

// define returns the policy that a name stands for.
func define(name string) (definition, error) {
	for _, d := range allPolicies() {
		if d.name == name {
			return d, nil
		}
	}
	return definition{}, fmt.Errorf("%w: %q is none of %q", ErrUnknownPolicy, name, PolicyNames())
}
