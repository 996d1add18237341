package sim

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestIsSelfOrBelow: a role is below those on its path, and below no others.
func TestIsSelfOrBelow(t *testing.T) {
	roles := []role{{parent: none}, {parent: 0}, {parent: 1}, {parent: 0}}
	below := [][]int{{0, 1, 2, 3}, {1, 2}, {2}, {3}} // of each, itself included
	for of, list := range below {
		for i := range roles {
			require.Equal(t, slices.Contains(list, i), isSelfOrAncestor(roles, of, i), "%d of %d", i, of)
		}
	}
}
