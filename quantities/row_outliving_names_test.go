package quantities

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPastRowForgetsNames: near and far ones, also when their indices stand for others,
// and nothing of the rest; what is read meanwhile changes nothing.
func TestPastRowForgetsNames(t *testing.T) {
	var names Names
	for i := range NearNames + 10 {
		n, err := names.Intern(fmt.Sprint("r", i))
		require.NoError(t, err)
		names.Ref(n)
	}
	near, far, stay, stayFar := Name(3), Name(NearNames+3), Name(4), Name(NearNames+4)
	var past PastRow
	for _, n := range []Name{near, far, stay, stayFar} {
		past.Update(&names).Set(n, 7)
	}
	names.Unref(near)
	names.Unref(far)
	require.Equal(t, Amount(7), past.Row(&names).At(near), "not forgotten yet")
	names.ForgetIdle()
	for others := 0; others < 2; { // until both stand for others
		n, err := names.Intern(fmt.Sprint("other", names.Forgotten()))
		require.NoError(t, err)
		if n == near || n == far {
			names.Ref(n)
			others++
		}
		names.ForgetIdle()
	}

	rest := func(row Row) map[Name]Amount {
		got := map[Name]Amount{}
		for n, a := range row.All() {
			got[n] = a
		}
		return got
	}
	want := map[Name]Amount{stay: 7, stayFar: 7}
	require.Equal(t, want, rest(past.Row(&names)))
	require.False(t, past.IsUpToDate(&names))
	require.Equal(t, Amount(7), past.row.At(near), "to read changes nothing")

	past.Update(&names).AddAt(near, 2)
	require.True(t, past.IsUpToDate(&names))
	want[near] = 2
	require.Equal(t, want, rest(past.Row(&names)))
	require.True(t, past.Begin(&names).IsZero())
}
