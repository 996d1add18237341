package sorter

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// What is wrong is refused, and changes nothing.
func TestRefusals(t *testing.T) {
	cpus := []string{"cpus"}
	_, err := New(cpus, Options{Policy: "fifo"})
	require.ErrorIs(t, err, policy.ErrUnknown)
	_, err = New(cpus, Options{Policies: []policy.Definition{{Name: "drf"}}})
	require.Error(t, err)
	for _, bad := range [][]string{{""}, {"cpus", "mem", "cpus"}} {
		_, err = New(bad, Options{})
		require.Error(t, err)
	}
	s, err := New(cpus, Options{Policy: policy.Ranked, Exclude: []string{"disk"}})
	require.NoError(t, err)
	s.ChangeTotal(quantities.Row{}, quantities.NewRow(8000))

	require.Error(t, s.Add("eng//web"))
	require.NoError(t, s.Add("eng/web"))
	require.NoError(t, s.Add("ops"))
	require.ErrorIs(t, s.Add("ops"), ErrDuplicateClient)
	require.NoError(t, s.Allocated("eng/web", quantities.NewRow(2000)))
	require.ErrorIs(t, s.Unallocated("eng/web", quantities.NewRow(3000)), ErrNotAllocated)
	require.ErrorIs(t, s.SetWeight("eng", -1), ErrBadWeight)
	for _, err := range []error{
		s.Allocated("eng", quantities.NewRow(1)), s.Unallocated("db", quantities.Row{}), s.SetRank("db", 1),
		s.Activate("db"), s.Deactivate("db"), s.Remove("db"),
	} {
		require.ErrorIs(t, err, ErrUnknownClient)
	}
	require.Equal(t, 0.25, s.Share("eng/web"))
	require.Zero(t, s.Share("eng"))
	require.True(t, s.Allocation("eng").IsZero())
	require.Equal(t, []string{"ops", "eng/web"}, s.Sort(nil))

	require.NoError(t, s.SetRank("ops", 1))
	require.NoError(t, s.SetWeight("eng", 2))
	require.Equal(t, []string{"eng/web", "ops"}, s.Sort(nil))
	require.NoError(t, s.Deactivate("eng/web"))
	require.Equal(t, []string{"ops"}, s.Sort(nil))
	require.NoError(t, s.Remove("ops"))
	require.Equal(t, 1, s.Count())
	require.True(t, s.Contains("eng/web"))
	require.False(t, s.Contains("eng"))
}
