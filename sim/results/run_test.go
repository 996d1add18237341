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

// TestListTasks: a role's tasks are its own and those below it; all are those of the top.
func TestListTasks(t *testing.T) {
	r := &Run{
		Roles:  []Role{{Name: "a", Parent: None}, {Name: "a/b", Parent: 0}, {Name: "c", Parent: None}},
		ByName: map[string]int{"a": 0, "a/b": 1, "c": 2},
		Starts: []Start{{Role: 1, Wait: 1}, {Role: 0, Wait: 3}, {Role: 2, Wait: 8}},
		Waits:  []Start{{Role: 1, Wait: 5}},
		Length: 1,
	}
	r.ListTasks()
	require.Equal(t, [][]int32{{0, 1}, {0}, {2}}, [][]int32{r.Roles[0].Starts, r.Roles[1].Starts, r.Roles[2].Starts})
	require.Equal(t, [][]int32{{0}, {0}, nil}, [][]int32{r.Roles[0].Waits, r.Roles[1].Waits, r.Roles[2].Waits})
	for of, want := range map[string]float64{"": 4, "a": 3, "a/b": 3, "c": 8} {
		require.Equal(t, want, Value(r, "wait_p50", of), of)
	}
}
