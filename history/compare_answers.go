package history

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrDifferent is wrapped by the errors of Compare.
var ErrDifferent = errors.New("answers differ")

func differf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDifferent, fmt.Sprintf(format, args...))
}

// Compare is nil if the two answers say the same, and tells the first difference
// otherwise. Order doesn't matter, and neither does how a quantity of resources
// is cut into pieces: amounts of one divisible kind are added up first.
func Compare(expected, got Answer) error {
	if err := compareOffers(expected.Offers, got.Offers); err != nil {
		return err
	}
	if err := compareInverse(expected.InverseOffers, got.InverseOffers); err != nil {
		return err
	}
	if err := compareRecalls(expected.Recalls, got.Recalls); err != nil {
		return err
	}
	switch {
	case expected.OK == nil && got.OK != nil:
		return differf("ok: expected none, got %v", *got.OK)
	case expected.OK != nil && got.OK == nil:
		return differf("ok: expected %v, got none", *expected.OK)
	case expected.OK != nil && *expected.OK != *got.OK:
		return differf("ok: expected %v, got %v", *expected.OK, *got.OK)
	}
	return compareStatuses(expected.Statuses, got.Statuses)
}

// compareSorted compares two lists in the order of their keys; same compares two
// entries of one key.
func compareSorted[T any](what string, expected, got []T, key func(T) string, same func(a, b T) error) error {
	byKey := func(a, b T) int { return cmp.Compare(key(a), key(b)) }
	expected, got = slices.SortedStableFunc(slices.Values(expected), byKey), slices.SortedStableFunc(slices.Values(got), byKey)
	for i := 0; i < len(expected) || i < len(got); i++ {
		switch {
		case i == len(got) || i < len(expected) && key(expected[i]) < key(got[i]):
			return differf("%s %s: expected, but missing", what, key(expected[i]))
		case i == len(expected) || key(got[i]) < key(expected[i]):
			return differf("%s %s: not expected", what, key(got[i]))
		}
		if err := same(expected[i], got[i]); err != nil {
			return differf("%s %s: %v", what, key(expected[i]), err)
		}
	}
	return nil
}

func keyOf(names ...string) string {
	p := &printer{}
	p.list("", " ", "", len(names), func(i int) { p.name(names[i]) })
	return p.String()
}

func compareOffers(expected, got []Offer) error {
	// A framework can have several offers of an agent in a role, one from each
	// allocation that an advance goes through. They are told apart by what is in them.
	type parcel struct {
		to, key  string
		contents bag
	}
	parcels := func(list []Offer) []parcel {
		var out []parcel
		for _, o := range list {
			contents := newBag(o.Resources)
			out = append(out, parcel{keyOf(o.Framework, o.Role, o.Agent), contents.key(), contents})
		}
		slices.SortFunc(out, func(a, b parcel) int { return cmp.Compare(a.key, b.key) })
		return out
	}
	to := func(p parcel) string { return p.to }
	return compareSorted("offer", parcels(expected), parcels(got), to, func(a, b parcel) error {
		if a.key != b.key {
			return fmt.Errorf("expected %v, got %v", a.contents, b.contents)
		}
		return nil
	})
}

func compareInverse(expected, got []InverseOffer) error {
	key := func(i InverseOffer) string { return keyOf(i.Framework, i.Agent, formatFloat(i.StartS)) }
	return compareSorted("inverse offer", expected, got, key, func(_, _ InverseOffer) error { return nil })
}

func compareRecalls(expected, got []Recall) error {
	return compareSorted("recall", expected, got, Recall.String, func(_, _ Recall) error { return nil })
}

func compareStatuses(expected, got []AgentStatuses) error {
	key := func(a AgentStatuses) string { return keyOf(a.Agent) }
	return compareSorted("statuses of agent", expected, got, key, func(a, b AgentStatuses) error {
		list := func(m map[string]string) []string {
			var all []string
			for _, framework := range sortedNames(m) {
				all = append(all, keyOf(framework, m[framework]))
			}
			return all
		}
		return compareSorted("framework", list(a.Statuses), list(b.Statuses),
			strings.Clone, func(_, _ string) error { return nil })
	})
}
