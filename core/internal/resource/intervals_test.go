package resource

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSpansAgainstSets does the same to Intervals and to plain sets of numbers.
func TestSpansAgainstSets(t *testing.T) {
	const kinds, numbers = 2, 24
	type set [kinds][numbers]bool
	random := rand.New(rand.NewPCG(1, 2))
	list := func(s *set) Intervals { // the canonical form
		var out Intervals
		for k := range s {
			for n, in := range s[k] {
				if !in {
					continue
				}
				if last := len(out) - 1; last >= 0 && out[last].Kind == KindID(k) && out[last].End == uint64(n-1) {
					out[last].End++
				} else {
					out = append(out, Interval{KindID(k), uint64(n), uint64(n)})
				}
			}
		}
		return out
	}
	var want set
	var got Intervals
	for range 20_000 {
		begin := random.IntN(numbers)
		x := Interval{KindID(random.IntN(kinds)), uint64(begin), uint64(begin + random.IntN(numbers-begin))}
		inside, touched := true, false
		add := random.IntN(2) == 0
		for n := x.Begin; n <= x.End; n++ {
			inside = inside && want[x.Kind][n]
			touched = touched || want[x.Kind][n]
			want[x.Kind][n] = add
		}
		require.Equal(t, inside, got.Contains(Intervals{x}))
		require.Equal(t, touched, got.Overlaps(x))
		if add {
			got.Insert(x)
		} else {
			got.Remove(x)
		}
		require.Equal(t, list(&want), append(Intervals(nil), got...))
	}
}

// The ends of the range of numbers must not wrap around.
func TestSpansAtTheEnds(t *testing.T) {
	var s Intervals
	s.Insert(Interval{0, 0, math.MaxUint64})
	s.Insert(Interval{0, 5, 5})
	require.Equal(t, Intervals{{0, 0, math.MaxUint64}}, s)
	s.Remove(Interval{0, 0, 0})
	s.Remove(Interval{0, math.MaxUint64, math.MaxUint64})
	require.Equal(t, Intervals{{0, 1, math.MaxUint64 - 1}}, s)
	s.Insert(Interval{0, 0, 0})
	s.Insert(Interval{0, math.MaxUint64, math.MaxUint64})
	require.Equal(t, Intervals{{0, 0, math.MaxUint64}}, s)
}
