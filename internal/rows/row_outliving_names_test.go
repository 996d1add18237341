package rows

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
)

// TestPastForgetsNames: dense and sparse ones, also when their indices stand for others,
// and nothing of the rest; what is read meanwhile changes nothing.
func TestPastForgetsNames(t *testing.T) {
	var names Names
	for i := range quantities.DenseNames + 10 {
		n, err := names.Intern(fmt.Sprint("r", i))
		require.NoError(t, err)
		names.Ref(n)
	}
	dense, sparse, stay, staySparse := quantities.Name(3), quantities.Name(quantities.DenseNames+3), quantities.Name(4), quantities.Name(quantities.DenseNames+4)
	var past Past
	for _, n := range []quantities.Name{dense, sparse, stay, staySparse} {
		past.Update(&names).Set(n, 7)
	}
	names.Unref(dense)
	names.Unref(sparse)
	require.Equal(t, quantities.Amount(7), past.Row(&names).At(dense), "not forgotten yet")
	names.ForgetIdle()
	for others := 0; others < 2; { // until both stand for others
		n, err := names.Intern(fmt.Sprint("other", names.Forgotten()))
		require.NoError(t, err)
		if n == dense || n == sparse {
			names.Ref(n)
			others++
		}
		names.ForgetIdle()
	}

	rest := func(row quantities.Row) map[quantities.Name]quantities.Amount {
		got := map[quantities.Name]quantities.Amount{}
		for n, a := range row.All() {
			got[n] = a
		}
		return got
	}
	want := map[quantities.Name]quantities.Amount{stay: 7, staySparse: 7}
	require.Equal(t, want, rest(past.Row(&names)))
	require.False(t, past.IsUpToDate(&names))
	require.Equal(t, quantities.Amount(7), past.row.At(dense), "to read changes nothing")

	past.Update(&names).AddAt(dense, 2)
	require.True(t, past.IsUpToDate(&names))
	want[dense] = 2
	require.Equal(t, want, rest(past.Row(&names)))
	require.True(t, past.Begin(&names).IsZero())
}
