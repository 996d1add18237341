package top

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestRolesAboveAGuarantee: who holds more than its guarantee comes before who has none, however
// much that holds.
func TestRolesAboveAGuarantee(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, w.SetQuota(w.web, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: alloc.Unit}}}))
	a := w.open(120, 30)
	first := func(key string) string {
		require.False(t, a.press(key))
		shown(a)
		return a.rows[0].Path
	}
	require.Equal(t, "db", first("s"), "the larger share")
	require.Equal(t, "web", first("a"), "2 cpus of a guarantee of 1")
	require.Contains(t, shown(a), "sorted by above")
}
