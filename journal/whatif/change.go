package whatif

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
)

// Change is something that is different: a weight of a role or resource, a quota, what is lent, a policy, agents.
type Change struct {
	text     string
	apply    func(a *core.Allocator) // fails as package must has it
	oneCycle bool
}

// IsOfOneCycle reports whether the change can be asked about the next cycle alone: simulations
// that go on from a recording leave out what is revocable, and so what is lent.
func (c Change) IsOfOneCycle() bool { return c.oneCycle }

// Apply makes the change in an allocator. Errors name it, and may leave a part of it made: whoever asks takes a copy.
func (c Change) Apply(a *core.Allocator) error {
	if err := must.Catch(func() { c.apply(a) }); err != nil {
		return fmt.Errorf("%s: %w", c, err)
	}
	return nil
}

// String says what is different: "weight of web: 2".
func (c Change) String() string { return c.text }

// Weight reads ROLE=X.
func Weight(text string) (Change, error) {
	return must.Try(func() Change {
		role, value := cutRole(text, "ROLE=X")
		weight, err := strconv.ParseFloat(value, 64)
		if err != nil {
			must.Fail("%q is no weight", value)
		}
		return Change{
			text: fmt.Sprintf("weight of %s: %s", role, value),
			apply: func(a *core.Allocator) {
				must.Do(a.SetWeights([]alloc.RoleWeight{{Role: findRole(a, role), Weight: weight}}))
			},
		}
	})
}

// ResourceWeight reads RESOURCE,...=X: several resources count as one. Others keep theirs.
func ResourceWeight(text string) (Change, error) {
	return must.Try(func() Change {
		resources, value, _ := strings.Cut(text, "=")
		weight, err := strconv.ParseFloat(value, 64)
		if err != nil {
			must.Fail("%q is no weight; want RESOURCE,...=X", value)
		}
		to := alloc.ResourceWeight{Resources: resources, Weight: weight}
		return Change{
			text: fmt.Sprintf("weight of %s in shares: %s", resources, value),
			apply: func(a *core.Allocator) {
				checkResources(a, to.Names()...)
				others := slices.DeleteFunc(a.ResourceWeights(), func(w alloc.ResourceWeight) bool { return w.Resources == resources })
				must.Do(a.SetResourceWeights(append(others, to)))
			},
		}
	})
}

// Quota reads ROLE=RESOURCE:GUARANTEE..LIMIT,... of which the guarantee, or the limit,
// may be left out. It is the role's whole quota; nothing after the = is none.
func Quota(text string) (Change, error) {
	const form = "ROLE=RESOURCE:GUARANTEE..LIMIT,..."
	return must.Try(func() Change {
		role, value := cutRole(text, form)
		var quota alloc.Quota
		eachPart(value, form, func(part string) { readQuota(&quota, part) })
		return Change{
			text: fmt.Sprintf("quota of %s: %s", role, cmp.Or(value, "none")),
			apply: func(a *core.Allocator) {
				checkResources(a, slices.Concat(Shape(quota.Guarantees).names(), Shape(quota.Limits).names())...)
				must.Do(a.SetQuota(findRole(a, role), quota))
			},
		}
	})
}

// Lending reads ROLE=RESOURCE:MOST,...: the role lends of its guarantee and its reservations, at
// most so much at a time; nothing after the = is nothing. A bound of how much is recalled for it at a time ends.
func Lending(text string) (Change, error) {
	return must.Try(func() Change {
		role, value := cutRole(text, "ROLE=RESOURCE:MOST,...")
		var most Shape
		if value != "" {
			most = parseShape(value)
		}
		return Change{
			text:     fmt.Sprintf("lending of %s: %s", role, cmp.Or(value, "none")),
			oneCycle: true,
			apply: func(a *core.Allocator) {
				checkResources(a, most.names()...)
				l := alloc.Lending{Role: findRole(a, role), Guarantee: true, Reservations: true}
				for _, q := range most {
					kind := must.Get(a.InternKind(alloc.Kind{Name: q.Name, Revocable: true}))
					l.Most = append(l.Most, alloc.ScalarOf(kind, q.Amount))
				}
				must.Do(a.SetLending(l))
			},
		}
	})
}

// Borrowing reads ROLE=RESOURCE:MOST,...: at most so much may be borrowed at a time in the role and below it.
// A MOST of 50% is half of what the role deserves; nothing after the = is no bound.
func Borrowing(text string) (Change, error) {
	const form = "ROLE=RESOURCE:MOST,... with amounts, or parts such as 50%"
	return must.Try(func() Change {
		role, value := cutRole(text, form)
		var to alloc.Borrowing
		eachPart(value, form, func(part string) { readBound(&to, part) })
		return Change{
			text:     fmt.Sprintf("borrowing of %s: %s", role, cmp.Or(value, "not bounded")),
			oneCycle: true,
			apply: func(a *core.Allocator) {
				checkResources(a, slices.Concat(Shape(to.Most).names(), Shape(to.Parts).names())...)
				to.Role = findRole(a, role)
				must.Do(a.SetBorrowing(to))
			},
		}
	})
}

// readBound reads RESOURCE:AMOUNT or RESOURCE:PART%.
func readBound(to *alloc.Borrowing, text string) {
	name, value, ok := strings.Cut(text, ":")
	if !ok || name == "" {
		must.Fail("%q is no bound of a resource", text)
	}
	if hundredths, isPart := strings.CutSuffix(value, "%"); isPart {
		part := parseAmount(name, hundredths) / 100
		to.Parts = append(to.Parts, alloc.Quantity{Name: name, Amount: part})
		return
	}
	to.Most = append(to.Most, alloc.Quantity{Name: name, Amount: parseAmount(name, value)})
}

// readQuota reads RESOURCE:GUARANTEE..LIMIT.
func readQuota(q *alloc.Quota, text string) {
	name, value, _ := strings.Cut(text, ":")
	guarantee, limit, ok := strings.Cut(value, "..")
	if name == "" || !ok || guarantee == "" && limit == "" {
		must.Fail("%q has no guarantee and no limit", text)
	}
	for _, x := range []struct {
		text string
		list *[]alloc.Quantity
	}{{guarantee, &q.Guarantees}, {limit, &q.Limits}} {
		if x.text != "" {
			*x.list = append(*x.list, alloc.Quantity{Name: name, Amount: parseAmount(name, x.text)})
		}
	}
}

// Policy reads POLICY, for the whole tree, or /ROLE=POLICY, for all that is below a
// role. docs/policies.md says how a policy is spelt. of says whose order it is.
func Policy(text string, of alloc.PolicyScope) (Change, error) {
	return must.Try(func() Change {
		role, policy, owner := "", text, "all roles"
		if path, ok := strings.CutPrefix(text, "/"); ok {
			role, policy = cutRole(path, "POLICY or /ROLE=POLICY")
			owner = role
		} else if name, _, _ := strings.Cut(text, ":"); strings.Contains(name, "=") {
			must.Fail("%q is no policy; want POLICY or /ROLE=POLICY", text)
		}
		what := "policy"
		if of != alloc.ScopeAll {
			what = "policy of the " + of.String()
		}
		return Change{
			text: fmt.Sprintf("%s of %s: %s", what, owner, cmp.Or(policy, "none of its own")),
			apply: func(a *core.Allocator) {
				id := alloc.AllRoles
				if role != "" {
					id = findRole(a, role)
				}
				checkResources(a, resourceOf(policy)...)
				err := a.SetPolicy(id, of, alloc.Policy(policy))
				if cause := errors.Unwrap(err); cause != nil {
					err = cause // without whose policy it is, which the change says
				}
				must.Do(err)
			},
		}
	})
}

// eachPart reads each part of a list, which may have none. Errors say what form they are to have.
func eachPart(text, form string, read func(part string)) {
	if text == "" {
		return
	}
	for part := range strings.SplitSeq(text, ",") {
		if err := must.Catch(func() { read(part) }); err != nil {
			must.Fail("%w; want %s", err, form)
		}
	}
}

// cutRole reads what begins with ROLE=.
func cutRole(text, form string) (role, value string) {
	role, value, ok := strings.Cut(text, "=")
	if !ok || role == "" {
		must.Fail("%q names no role; want %s", text, form)
	}
	return role, value
}
