package results

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestIsSelfOrBelow: a role is below those on its path, and below no others.
func TestIsSelfOrBelow(t *testing.T) {
	roles := []Role{{Parent: None}, {Parent: 0}, {Parent: 1}, {Parent: 0}}
	below := [][]int{{0, 1, 2, 3}, {1, 2}, {2}, {3}} // of each, itself included
	for of, list := range below {
		for i := range roles {
			require.Equal(t, slices.Contains(list, i), IsSelfOrAncestor(roles, of, i), "%d of %d", i, of)
		}
	}
}
