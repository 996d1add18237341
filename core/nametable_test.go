package core

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNameTableAgainstMap adds and removes agents by the thousand, so that
// pages are split, and looks all of them up.
func TestNameTableAgainstMap(t *testing.T) {
	const names = 6_000
	random := rand.New(rand.NewPCG(5, 6))
	var agents pool[agent]
	var text arena[byte]
	table := newNameTable(&agents)
	want := map[string]agentSlot{}
	compare := func() {
		require.Equal(t, len(want), table.count)
		for i := range names {
			name := fmt.Sprint("agent-", i)
			slot, ok := want[name]
			got, found := table.find(name)
			require.Equal(t, ok, found, name)
			if ok {
				require.Equal(t, slot, got, name)
			}
		}
	}
	for round := range 6 {
		for range names {
			name := fmt.Sprint("agent-", random.IntN(names))
			slot, ok := want[name]
			switch {
			case !ok && (round%2 == 0 || random.IntN(3) == 0):
				slot = agents.take()
				agents.at(slot).agentNames = keepNames(&text, name, "host", "")
				table.put(slot)
				want[name] = slot
			case ok && round%2 == 1:
				table.remove(slot)
				agents.give(slot)
				delete(want, name)
			}
		}
		compare()
	}
	require.Greater(t, table.depth, uint(2))
	for name, slot := range want {
		table.remove(slot)
		delete(want, name)
	}
	compare()
	for _, p := range table.pages {
		require.Zero(t, p.used)
		require.Equal(t, [pageCells]nameCell{}, p.cells)
	}
}
