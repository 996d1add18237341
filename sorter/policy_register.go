package sorter

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"
)

// registered are the policies of others.
var registered struct {
	sync.RWMutex
	list []definition
}

var policyName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// RegisterPolicy makes a policy of one's own known by a name, so that it can be
// chosen wherever one is: name, or name:key=value,... with the given parameters.
// make is called with the parameters of each use; its error refuses them, and so does
// an ordering that is nil. Names and
// keys are small letters, digits and underscores. A name that is taken is an
// error, and so is one of another form.
//
// It is meant for a package's init function. The name belongs to the process.
func RegisterPolicy(name string, parameters []string, make func(Parameters) (Ordering, error)) error {
	for _, text := range append([]string{name}, parameters...) {
		if !policyName.MatchString(text) {
			return fmt.Errorf("register policy %q: %q is not of small letters, digits and underscores", name, text)
		}
	}
	if make == nil {
		return fmt.Errorf("register policy %q: nothing makes it", name)
	}
	registered.Lock()
	defer registered.Unlock()
	named := func(d definition) bool { return d.name == name }
	if slices.ContainsFunc(builtIn, named) || slices.ContainsFunc(registered.list, named) {
		return fmt.Errorf("register policy %q: there is one of that name", name)
	}
	registered.list = append(registered.list, definition{
		name:       name,
		parameters: slices.Clone(parameters),
		make: func(p Parameters) (rule, error) {
			o, err := make(p)
			if err == nil && o == nil {
				err = errors.New("what was registered makes no ordering of it")
			}
			return rule{method: byKey, ordering: o}, err
		},
	})
	return nil
}

// PolicyNames returns the names of all policies: this package's, then those that
// were registered, in that order. Some have parameters that must be there.
func PolicyNames() []string {
	registered.RLock()
	defer registered.RUnlock()
	return namesOfPolicies()
}

// namesOfPolicies is PolicyNames while the lock is held.
func namesOfPolicies() []string {
	var names []string
	for _, d := range slices.Concat(builtIn, registered.list) {
		names = append(names, d.name)
	}
	return names
}

// define returns the policy that a name stands for.
func define(name string) (definition, error) {
	registered.RLock()
	defer registered.RUnlock()
	for _, list := range [][]definition{builtIn, registered.list} {
		if i := slices.IndexFunc(list, func(d definition) bool { return d.name == name }); i >= 0 {
			return list[i], nil
		}
	}
	return definition{}, fmt.Errorf("%w: %q is none of %q", ErrUnknownPolicy, name, namesOfPolicies())
}
