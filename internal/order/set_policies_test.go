package order

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sorter/policy"
)

// TestPoliciesSetTogether: a list of policies does what its parts do one after the other, and
// one that is wrong changes nothing.
func TestPoliciesSetTogether(t *testing.T) {
	fresh := func() *Sorter {
		s := newSorter(Options{})
		for _, path := range []string{"a/x", "a/y/z", "b/x", "c"} {
			c, err := s.Add(path)
			require.NoError(t, err)
			require.NoError(t, s.Activate(c))
		}
		return s
	}
	lists := [][]PathPolicy{
		{{"a", policy.Random}, {"b", policy.HDRF}},
		{{"b", ""}, {"", policy.Random}, {"a/y", policy.DRF}, {"d", policy.HDRF}, {"a", policy.HDRF}, {"a", policy.Ranked}},
		{{"none", ""}},
		{{"a", ""}, {"d", ""}, {"d", policy.Asset}, {"", ""}, {"", policy.Ranked}},
	}
	together, apart := fresh(), fresh()
	for _, list := range lists {
		require.NoError(t, together.SetPolicies(list))
		for _, x := range list {
			require.NoError(t, apart.SetPolicy(x.Path, x.Policy))
		}
		for _, path := range []string{"", "a", "a/x", "a/y", "a/y/z", "b", "c", "d", "none"} {
			require.Equal(t, apart.Policy(path), together.Policy(path), path)
		}
		require.Equal(t, string(apart.AppendOrder(nil)), string(together.AppendOrder(nil)))
		require.Equal(t, len(apart.set), len(together.set))
	}
	before := fmt.Sprint(together.set)
	require.ErrorIs(t, together.SetPolicies([]PathPolicy{{"c", policy.HDRF}, {"b", "nonsense"}}), policy.ErrUnknown)
	require.ErrorIs(t, together.SetPolicies([]PathPolicy{{"c", policy.HDRF}, {"b//c", policy.DRF}}), ErrEmptyComponent)
	require.Equal(t, before, fmt.Sprint(together.set))
}
