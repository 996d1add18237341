package core

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSpansAgainstSets does the same to spans and to plain sets of numbers.
func TestSpansAgainstSets(t *testing.T) {
	const kinds, numbers = 2, 24
	type set [kinds][numbers]bool
	random := rand.New(rand.NewPCG(1, 2))
	list := func(s *set) spans { // the canonical form
		var out spans
		for k := range s {
			for n, in := range s[k] {
				if !in {
					continue
				}
				if last := len(out) - 1; last >= 0 && out[last].kind == KindID(k) && out[last].end == uint64(n-1) {
					out[last].end++
				} else {
					out = append(out, span{KindID(k), uint64(n), uint64(n)})
				}
			}
		}
		return out
	}
	var want set
	var got spans
	for range 20_000 {
		begin := random.IntN(numbers)
		x := span{KindID(random.IntN(kinds)), uint64(begin), uint64(begin + random.IntN(numbers-begin))}
		inside, touched := true, false
		add := random.IntN(2) == 0
		for n := x.begin; n <= x.end; n++ {
			inside = inside && want[x.kind][n]
			touched = touched || want[x.kind][n]
			want[x.kind][n] = add
		}
		require.Equal(t, inside, got.contains(spans{x}))
		require.Equal(t, touched, got.overlaps(x))
		if add {
			got.insert(x)
		} else {
			got.remove(x)
		}
		require.Equal(t, list(&want), append(spans(nil), got...))
	}
}

// The ends of the range of numbers must not wrap around.
func TestSpansAtTheEnds(t *testing.T) {
	var s spans
	s.insert(span{0, 0, math.MaxUint64})
	s.insert(span{0, 5, 5})
	require.Equal(t, spans{{0, 0, math.MaxUint64}}, s)
	s.remove(span{0, 0, 0})
	s.remove(span{0, math.MaxUint64, math.MaxUint64})
	require.Equal(t, spans{{0, 1, math.MaxUint64 - 1}}, s)
	s.insert(span{0, 0, 0})
	s.insert(span{0, math.MaxUint64, math.MaxUint64})
	require.Equal(t, spans{{0, 0, math.MaxUint64}}, s)
	require.Positive(t, s[0].count())
}
