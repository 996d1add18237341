package whatif

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core"
)

// Change is something that is different: a weight, a quota, a policy, agents.
type Change struct {
	text  string
	apply func(a *core.Allocator) error
}

// Apply makes the change in an allocator. Errors name it.
func (c Change) Apply(a *core.Allocator) error {
	if err := c.apply(a); err != nil {
		return fmt.Errorf("%s: %w", c, err)
	}
	return nil
}

// String says what is different: "weight of web: 2".
func (c Change) String() string { return c.text }

// Weight reads ROLE=X.
func Weight(text string) (Change, error) {
	role, value, err := cutRole(text, "ROLE=X")
	if err != nil {
		return Change{}, err
	}
	weight, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return Change{}, fmt.Errorf("%q is no weight", value)
	}
	return Change{
		text: fmt.Sprintf("weight of %s: %s", role, value),
		apply: inRole(role, func(a *core.Allocator, id core.RoleID) error {
			return a.SetWeights([]core.RoleWeight{{Role: id, Weight: weight}})
		}),
	}, nil
}

// Quota reads ROLE=RESOURCE:GUARANTEE..LIMIT,... of which the guarantee, or the limit,
// may be left out. It is the role's whole quota; nothing after the = is none.
func Quota(text string) (Change, error) {
	const form = "ROLE=RESOURCE:GUARANTEE..LIMIT,..."
	role, value, err := cutRole(text, form)
	if err != nil {
		return Change{}, err
	}
	var quota core.Quota
	if value != "" {
		for part := range strings.SplitSeq(value, ",") {
			if err := readQuota(&quota, part); err != nil {
				return Change{}, fmt.Errorf("%w; want %s", err, form)
			}
		}
	}
	return Change{
		text:  fmt.Sprintf("quota of %s: %s", role, cmp.Or(value, "none")),
		apply: inRole(role, func(a *core.Allocator, id core.RoleID) error { return a.SetQuota(id, quota) }),
	}, nil
}

// readQuota reads RESOURCE:GUARANTEE..LIMIT.
func readQuota(q *core.Quota, text string) error {
	name, value, _ := strings.Cut(text, ":")
	guarantee, limit, ok := strings.Cut(value, "..")
	if name == "" || !ok || guarantee == "" && limit == "" {
		return fmt.Errorf("%q has no guarantee and no limit", text)
	}
	for _, x := range []struct {
		text string
		list *[]core.Quantity
	}{{guarantee, &q.Guarantees}, {limit, &q.Limits}} {
		if x.text == "" {
			continue
		}
		amount, err := parseAmount(name, x.text)
		if err != nil {
			return err
		}
		*x.list = append(*x.list, core.Quantity{Name: name, Amount: amount})
	}
	return nil
}

// Policy reads POLICY, for the whole tree, or /ROLE=POLICY, for all that is below a
// role. docs/policies.md says how a policy is spelt. of says whose order it is.
func Policy(text string, of core.Ordered) (Change, error) {
	role, policy, owner := "", text, "all roles"
	if path, ok := strings.CutPrefix(text, "/"); ok {
		var err error
		if role, policy, err = cutRole(path, "POLICY or /ROLE=POLICY"); err != nil {
			return Change{}, err
		}
		owner = role
	} else if name, _, _ := strings.Cut(text, ":"); strings.Contains(name, "=") {
		return Change{}, fmt.Errorf("%q is no policy; want POLICY or /ROLE=POLICY", text)
	}
	what := "policy"
	if of != core.OrderOfAll {
		what = "policy of the " + of.String()
	}
	return Change{
		text: fmt.Sprintf("%s of %s: %s", what, owner, cmp.Or(policy, "none of its own")),
		apply: func(a *core.Allocator) error {
			id := core.AllRoles
			if role != "" {
				var err error
				if id, err = findRole(a, role); err != nil {
					return err
				}
			}
			err := a.SetPolicy(id, of, core.Policy(policy))
			if cause := errors.Unwrap(err); cause != nil {
				return cause // without whose policy it is, which the change says
			}
			return err
		},
	}, nil
}

// inRole makes a change in a role that is in use.
func inRole(role string, change func(*core.Allocator, core.RoleID) error) func(*core.Allocator) error {
	return func(a *core.Allocator) error {
		id, err := findRole(a, role)
		if err != nil {
			return err
		}
		return change(a, id)
	}
}

// cutRole reads what begins with ROLE=.
func cutRole(text, form string) (role, value string, err error) {
	role, value, ok := strings.Cut(text, "=")
	if !ok || role == "" {
		return "", "", fmt.Errorf("%q names no role; want %s", text, form)
	}
	return role, value, nil
}
