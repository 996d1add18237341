// Package atleast is a policy of one's own in a module of its own. docs/policies.md says how
// a library, a tool and a program get it.
package atleast

import (
	"errors"
	"strconv"

	"github.com/apportion/apportion/sorter/policy"
)

// atLeast serves those first who have less than a part of the cluster, and all others
// by weighted dominant share.
type atLeast struct{ part float64 }

func (a atLeast) Key(u policy.Usage) (first, second float64) {
	share := u.DominantShare() / u.Weight()
	if share >= a.part {
		first = 1
	}
	return first, share
}

func makeAtLeast(p policy.Parameters) (policy.Ordering, error) {
	text, err := p.Text("part")
	if err != nil {
		return nil, err
	}
	part, err := strconv.ParseFloat(text, 64)
	if err != nil || !(part > 0 && part < 1) {
		return nil, errors.New("part is not between 0 and 1")
	}
	return atLeast{part}, nil
}

// Policies are what a program is given.
var Policies = []policy.Definition{{Name: "at_least", Parameters: []string{"part"}, Make: makeAtLeast}}
