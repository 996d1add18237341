package container

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNameTableAgainstMap adds and removes names by the thousand, so that
// pages are split, and looks all of them up.
func TestNameTableAgainstMap(t *testing.T) {
	const names = 6_000
	random := rand.New(rand.NewPCG(5, 6))
	var text Pool[uint32, string]
	table := NewNameTable(func(slot uint32) string { return *text.At(slot) })
	want := map[string]uint32{}
	compare := func() {
		require.Equal(t, len(want), table.Len())
		for i := range names {
			name := fmt.Sprint("agent-", i)
			slot, ok := want[name]
			got, found := table.Find(name)
			if ok != found || ok && slot != got {
				t.Fatalf("%s: %d %v, want %d %v", name, got, found, slot, ok)
			}
		}
	}
	for round := range 6 {
		for range names {
			name := fmt.Sprint("agent-", random.IntN(names))
			slot, ok := want[name]
			switch {
			case !ok && (round%2 == 0 || random.IntN(3) == 0):
				slot = text.Take()
				*text.At(slot) = name
				table.Put(slot)
				want[name] = slot
			case ok && round%2 == 1:
				table.Remove(slot)
				text.Give(slot)
				delete(want, name)
			}
		}
		compare()
	}
	require.Greater(t, table.table.depth, uint(2))
	for name, slot := range want {
		table.Remove(slot)
		delete(want, name)
	}
	compare()
	// The memory is given back.
	require.Zero(t, table.table.depth)
	require.Equal(t, []*hashPage{{}}, table.table.pages)
}
