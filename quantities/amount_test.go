package quantities

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFromFloat(t *testing.T) {
	for _, c := range []struct {
		units float64
		want  Amount
	}{
		{0, 0},
		{math.Copysign(0, -1), 0},
		{1, 1000},
		{1.5, 1500},
		{0.1, 100},
		{0.0005, 1}, // halves go away from zero
		{-0.0005, -1},
		{0.0004999, 0},
		{2.0625, 2063},
		{-2.0625, -2063},
		{2251799813685.247, MaxAmount},
		{-2251799813685.247, -MaxAmount},
	} {
		got, err := FromFloat(c.units)
		require.NoError(t, err)
		require.Equal(t, c.want, got, "%v", c.units)
	}

	_, err := FromFloat(math.NaN())
	require.ErrorIs(t, err, ErrNotANumber)
	for _, x := range []float64{math.Inf(1), math.Inf(-1), 1e300, -1e300, 2251799813685.248, math.MaxFloat64} {
		_, err = FromFloat(x)
		require.ErrorIs(t, err, ErrOutOfRange, "%v", x)
		var typed *AmountError
		require.ErrorAs(t, err, &typed)
		require.Equal(t, strconv.FormatFloat(x, 'g', -1, 64), typed.Input)
	}
}

func TestFloatIsQuotientPlusRemainder(t *testing.T) {
	require.Equal(t, 1.5, Amount(1500).Float())
	require.Equal(t, -0.001, Amount(-1).Float())
	require.Equal(t, 4.0, Amount(4000).Float())

	// The formula is not the same as a single division, and the difference is
	// the point of it.
	differs := 0
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		a := Amount(r.Int64N(int64(MaxAmount)))
		want := float64(int64(a)/1000) + float64(int64(a)%1000)/1000
		require.Equal(t, math.Float64bits(want), math.Float64bits(a.Float()))
		require.Equal(t, -want, (-a).Float())
		if want != float64(a)/1000 {
			differs++
		}
		back, err := FromFloat(a.Float())
		require.NoError(t, err)
		require.Equal(t, a, back)
	}
	t.Logf("%d of 100000 differ from a single division", differs)
}

func TestAmountText(t *testing.T) {
	for _, c := range []struct {
		text string
		want Amount
		back string
	}{
		{"0", 0, "0"},
		{"-0", 0, "0"},
		{"4", 4000, "4"},
		{"+4.", 4000, "4"},
		{"1.5", 1500, "1.5"},
		{"01.50", 1500, "1.5"},
		{".25", 250, "0.25"},
		{"-0.001", -1, "-0.001"},
		{"12.034", 12034, "12.034"},
		{"0.0005", 1, "0.001"},
		{"-0.0005", -1, "-0.001"},
		{"0.00049999999999999999999999", 0, "0"},
		{"0.9995", 1000, "1"},
		{"1.00049", 1000, "1"},
		{"2251799813685.247", MaxAmount, "2251799813685.247"},
		{"0002251799813685.2474", MaxAmount, "2251799813685.247"},
	} {
		got, err := ParseAmount(c.text)
		require.NoError(t, err, c.text)
		require.Equal(t, c.want, got, c.text)
		require.Equal(t, c.back, got.String(), c.text)
	}
	require.Equal(t, "-9223372036854775.808", Amount(math.MinInt64).String())

	for _, text := range []string{"", "+", "-", ".", "-.", "1e3", "1,5", "1.2.3", "0x10", " 1", "1 ", "--1", "NaN", "Inf", "1_000", "99999999999999999999x"} {
		_, err := ParseAmount(text)
		require.ErrorIs(t, err, ErrSyntax, "%q", text)
	}
	for _, text := range []string{"2251799813685.248", "2251799813685.2475", "-2251799813685.2475", "2251799813686", "99999999999999999999999999999999"} {
		_, err := ParseAmount(text)
		require.ErrorIs(t, err, ErrOutOfRange, "%q", text)
	}
}

func FuzzParseAmount(f *testing.F) {
	for _, text := range []string{"1.5", "-0.0005", "2251799813685.247", "+.9995", "1e3", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseAmount(text)
		if err != nil {
			require.Zero(t, a)
			return
		}
		exact, ok := new(big.Rat).SetString(text)
		require.True(t, ok, "%q was accepted", text)
		off := new(big.Rat).Sub(exact, big.NewRat(int64(a), 1000))
		require.LessOrEqual(t, off.Abs(off).Cmp(big.NewRat(1, 2000)), 0, "%q is not %v", text, a)

		again, err := ParseAmount(a.String())
		require.NoError(t, err)
		require.Equal(t, a, again)
	})
}
