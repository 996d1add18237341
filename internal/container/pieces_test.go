package container

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// validate checks the invariants of Pieces.
func (l *Pieces[T]) validate(t *testing.T) {
	for i, piece := range l.pieces {
		require.NotEmpty(t, piece)
		require.LessOrEqual(t, len(piece), maxPiece)
		require.True(t, i == 0 || len(l.pieces[i-1])+len(piece) > maxPiece/2)
	}
}

// TestPiecesAgainstASlice fills and empties a list in several orders, and compares it with a
// sorted slice.
func TestPiecesAgainstASlice(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 5))
	for _, ascending := range []bool{false, true} {
		var l Pieces[int]
		var want []int
		for step := range 12_000 {
			x := random.IntN(3_000)
			if ascending && step < 3_000 {
				x = step
			}
			at, found := l.Find(func(y int) int { return cmp.Compare(y, x) })
			i, known := slices.BinarySearch(want, x)
			require.Equal(t, known, found)
			switch add := random.IntN(8) > 0 == (step < 6_000); {
			case found && !add:
				require.Equal(t, x, l.pieces[at.piece][at.at])
				l.Delete(at)
				want = slices.Delete(want, i, i+1)
			case !found && add:
				l.Insert(at, x)
				want = slices.Insert(want, i, x)
			}
			if step%100 == 0 {
				l.validate(t)
				l.compare(t, want)
			}
		}
		for i := len(want) - 1; i >= 0; i-- {
			at, found := l.Find(func(y int) int { return cmp.Compare(y, want[i]) })
			require.True(t, found)
			l.Delete(at)
		}
		require.True(t, l.Empty())
		for i := range 1_000 {
			at, _ := l.Find(func(y int) int { return cmp.Compare(y, i) })
			l.Insert(at, i)
		}
		l.validate(t)
		require.Len(t, l.pieces, 4, "nearly full pieces")
	}
}

func (l *Pieces[T]) compare(t *testing.T, want []T) {
	var got []T
	for x := range l.All {
		got = append(got, *x)
	}
	require.Equal(t, want, got)
	require.Equal(t, len(want) == 0, l.Empty())
}
