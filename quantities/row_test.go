package quantities

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRowReadsZeroBeyondItsEnd(t *testing.T) {
	r := NewRow(5, 0)
	require.Equal(t, Amount(5), r.At(0))
	require.Equal(t, Amount(0), r.At(7))
	require.Equal(t, Amount(0), r.At(1<<16-1))
	require.True(t, r.Equal(NewRow(5)))
	require.True(t, r.Equal(NewRow(5, 0, 0, 0)))
	require.True(t, Row{}.Equal(NewRow(0, 0)))
	require.False(t, r.Equal(NewRow(5, 0, 1)))
	require.False(t, r.Equal(Row{}))
	require.False(t, NewRow(5, 1).Equal(NewRow(5)))
	require.True(t, Row{}.IsZero())
	require.True(t, NewRow(0, 0).IsZero())
	require.False(t, NewRow(0, -1).IsZero())
}

// rowOf is a row with amounts of the first names, of which some are sparse with small
// counters.
func rowOf(amounts ...Amount) Row {
	var r Row
	for n, amount := range amounts {
		r.Set(Name(n), amount)
	}
	return r
}

func TestRowArithmetic(t *testing.T) {
	var r Row
	r.Add(NewRow(1, 2))
	r.Add(NewRow(10))
	require.Equal(t, NewRow(11, 2), r)
	r.Sub(NewRow(1, 3, 4))
	require.Equal(t, NewRow(10, -1, -4), r)
	r.AddAt(4, 7)
	r.Set(0, 1)
	require.True(t, r.Equal(rowOf(1, -1, -4, 0, 7)))
	r.Reset()
	require.True(t, r.IsZero())
}

func TestRowAddCappedStopsAtMaxSum(t *testing.T) {
	r := NewRow(1, MaxSum, MaxSum-5)
	r.AddCapped(NewRow(2, 1, 5, MaxSum))
	require.Equal(t, NewRow(3, MaxSum, MaxSum, MaxSum), r)
}

func TestRowSubFloorStopsAtZero(t *testing.T) {
	r := NewRow(5, 5, 5, 5)
	r.SubFloor(NewRow(3, 5, 9))
	require.Equal(t, NewRow(2, 0, 0, 5), r)
	r.SubFloor(rowOf(0, 0, 0, 0, 8))
	require.Equal(t, NewRow(2, 0, 0, 5), r, "what it does not have, it cannot lose")
	negative := NewRow(-2, -2)
	negative.SubFloor(NewRow(0, 1))
	require.Equal(t, NewRow(-2, 0), negative)
}

func TestRowGrowsIntoStaleMemoryWithZeros(t *testing.T) {
	backing := []Amount{1, 2, 3, 4}
	r := Row{dense: backing[:1]}
	r.Add(NewRow(10, 20, 30))
	require.Equal(t, NewRow(11, 20, 30), r)
	require.Equal(t, 4, cap(r.dense))
}

func TestRowCloneSharesNothing(t *testing.T) {
	r := NewRow(1, 2)
	r.Set(1000, 3)
	c := r.Clone()
	c.Set(0, 9)
	c.Set(1000, 4)
	require.Equal(t, []Amount{1, 3}, []Amount{r.At(0), r.At(1000)})
	require.Equal(t, []Amount{9, 4}, []Amount{c.At(0), c.At(1000)})
}

// Nor do a few sparse names, once there were as many.
func TestRowsAtCapacityDoNotAllocate(t *testing.T) {
	var r, c Row
	o := NewRow(1, 2, 3, 4)
	for n := range Name(keptLength) {
		o.Set(5000+n, 1)
	}
	one := rowOf(0, 0, 0, 0, 0, 0, 0, 1)
	play := func() {
		r.Reset()
		r.Add(o)
		c.CopyFrom(r)
		r.Sub(o)
		r.Add(o)
		r.SubFloor(o)
		r.AddAt(7, 1)
		if !r.Equal(one) {
			panic("they differ")
		}
	}
	play()
	require.Zero(t, testing.AllocsPerRun(100, play))
}

// draws are of a few dense names and of sparse ones, some close to each other and some
// not.
type draws struct{ *rand.Rand }

func (d draws) name() Name {
	switch d.IntN(3) {
	case 0:
		return Name(d.IntN(DenseNames))
	case 1:
		return Name(DenseNames + d.IntN(300))
	default:
		return Name(d.IntN(1 << 16))
	}
}

// row draws a row of up to 4^3 names, and the same as a map.
func (d draws) row() (Row, map[Name]Amount) {
	var row Row
	plain := map[Name]Amount{}
	for range d.IntN(4) * d.IntN(4) * d.IntN(4) {
		n, a := d.name(), Amount(d.IntN(4))
		row.Set(n, a)
		plain[n] = a
	}
	return row, plain
}

// requireRow holds a row to a map, and to its own invariants.
func requireRow(t *testing.T, want map[Name]Amount, got Row) {
	t.Helper()
	var names []Name
	for n, a := range got.All() {
		require.Equal(t, want[n], a)
		require.Equal(t, a, got.At(n))
		names = append(names, n)
	}
	require.True(t, slices.IsSorted(names))
	held := 0
	for _, a := range want {
		if a != 0 {
			held++
		}
	}
	require.Len(t, names, held)
	require.Equal(t, held == 0, got.IsZero())
	if got.sparse == nil {
		return
	}
	count := 0
	for i, chunk := range got.sparse.chunks {
		require.True(t, len(chunk) > 0 || len(got.sparse.chunks) == 1)
		require.LessOrEqual(t, len(chunk), chunkLength)
		count += len(chunk)
		if i > 0 {
			before := got.sparse.chunks[i-1]
			require.Less(t, before[len(before)-1].name, chunk[0].name)
		}
		for j, x := range chunk {
			require.True(t, x.name >= DenseNames && x.amount != 0 && (j == 0 || chunk[j-1].name < x.name))
		}
	}
	require.Equal(t, count, got.sparse.count)
}

// change does the same to a row and to a map.
func (d draws) change(row *Row, plain map[Name]Amount) {
	o, other := d.row()
	switch d.IntN(8) {
	case 0, 1, 2:
		row.Add(o)
		for n, a := range other {
			plain[n] += a
		}
	case 3:
		row.Sub(o)
		for n, a := range other {
			plain[n] -= a
		}
	case 4:
		row.SubFloor(o)
		for n, a := range other {
			if have := plain[n]; have != 0 && a != 0 {
				plain[n] = max(have-a, 0)
			}
		}
	case 5:
		n := d.name()
		row.AddAt(n, 2)
		plain[n] += 2
	case 6:
		n := d.name()
		row.Set(n, 3)
		plain[n] = 3
	case 7: // all but a few
		for _, n := range slices.Sorted(maps.Keys(plain)) {
			if d.IntN(9) > 0 {
				row.Set(n, 0)
				delete(plain, n)
			}
		}
	}
}

func TestRowsAgainstMaps(t *testing.T) {
	d := draws{rand.New(rand.NewPCG(1, 2))}
	for range 20 {
		var row, kept Row
		plain := map[Name]Amount{}
		for range 200 {
			d.change(&row, plain)
			requireRow(t, plain, row)
			kept.CopyFrom(row)
			requireRow(t, plain, kept)
			require.True(t, kept.Equal(row) && row.Equal(kept))
			n := d.name()
			kept.AddAt(n, 1)
			require.False(t, kept.Equal(row) || row.Equal(kept))
		}
	}
}

func TestNamesOfRows(t *testing.T) {
	d := draws{rand.New(rand.NewPCG(7, 8))}
	for range 100 {
		all := map[Name]bool{}
		var rows []Row
		for range d.IntN(4) {
			row, plain := d.row()
			rows = append(rows, row)
			for n, a := range plain {
				if a != 0 {
					all[n] = true
				}
			}
		}
		want := append([]Name{9, 1}, slices.Sorted(maps.Keys(all))...)
		require.Equal(t, want, AppendNames([]Name{9, 1}, rows...))
	}
}

// TestSparseRowsInAnyOrder fills a row with every name there can be and empties it:
// it is full of full chunks, or of half full ones, and what is left is small.
func TestSparseRowsInAnyOrder(t *testing.T) {
	sparse := make([]Name, 1<<16-DenseNames)
	for i := range sparse {
		sparse[i] = Name(DenseNames + i)
	}
	ascending := slices.Clone(sparse)
	descending := slices.Clone(sparse)
	slices.Reverse(descending)
	shuffled := slices.Clone(sparse)
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(sparse), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for _, in := range [][]Name{ascending, descending, shuffled} {
		for _, out := range [][]Name{ascending, descending, shuffled} {
			var row Row
			for _, n := range in {
				row.AddAt(n, 1)
			}
			require.Equal(t, len(sparse), row.sparse.count)
			require.LessOrEqual(t, len(row.sparse.chunks), 2*len(sparse)/chunkLength+1)
			for i, n := range out {
				row.AddAt(n, -1)
				if left := len(sparse) - i - 1; left%5000 == 0 {
					require.Equal(t, left, row.sparse.count)
					room := 0
					for _, chunk := range row.sparse.chunks {
						room += cap(chunk)
					}
					require.LessOrEqual(t, room, 6*left+keptLength)
				}
			}
			require.True(t, row.IsZero())
		}
	}
}
