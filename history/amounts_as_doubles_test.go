package history

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// readOf reads the short form of the value that at points to.
func readOf(c codec, literal string, at any) (err error) {
	defer catch(new(string), &err)
	c.read(&scanner{line: literal}, at)
	return nil
}

// TestLargeAmounts: a scalar is exact as far as it can be counted, and what it is
// compared with saturates.
func TestLargeAmounts(t *testing.T) {
	const most = "9223372036854775.807"
	for literal, want := range map[string]int64{
		"0.0005":             1,
		"1.0995116277761e12": 1099511627776100,
		"2251799813685.248":  1 << 51,
		"2251799813685.2485": 1<<51 + 1,
		"9007199254740.993":  1<<53 + 1,
		"1e15":               1e18,
		most:                 math.MaxInt64,
	} {
		for _, c := range []codec{amount, threshold} {
			var got, again int64
			err := readOf(c, literal, &got)
			require.NoError(t, err, literal)
			require.Equal(t, want, got, literal)
			err = readOf(c, formatAmount(got), &again)
			require.NoError(t, err, literal)
			require.Equal(t, want, again, literal)
		}
	}
	for _, literal := range []string{"9223372036854775.8075", "9223372036854776", "1e16", "1e300", "1e999", "1e99999999999"} {
		var got int64
		err := readOf(amount, literal, &got)
		require.ErrorContains(t, err, "amount "+literal+" is too large")
		err = readOf(threshold, literal, &got)
		require.NoError(t, err)
		require.EqualValues(t, math.MaxInt64, got, literal)
	}
	err := readOf(threshold, "-1e999", new(int64))
	require.ErrorContains(t, err, "negative")
}
