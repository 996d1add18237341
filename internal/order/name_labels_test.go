package order

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// insert puts a child of the root where its name belongs.
func insert(t *tree, name string) node {
	_, before := t.search(t.groupOf(root), name)
	n := t.newNode(name, 0, root, inactiveLeaf)
	t.attach(n, before)
	return n
}

// requireNameOrder checks labels, links and search, and returns the names.
func requireNameOrder(t *testing.T, tr *tree) []string {
	t.Helper()
	g := tr.groupOf(root)
	var names []string
	last := noNode
	for n := g.firstChild; n != noNode; n = tr.tags[n].next {
		require.Equal(t, last, tr.tags[n].prev)
		if last != noNode {
			require.Less(t, tr.tags[last].label, tr.tags[n].label)
		}
		found, _ := tr.search(g, tr.name(n))
		require.Equal(t, n, found)
		names = append(names, tr.name(n))
		last = n
	}
	require.True(t, slices.IsSorted(names))
	require.Len(t, names, int(g.children))
	return names
}

// Names in ascending, descending, inward and random order all get labels, also
// where there is no room left between two, and the tournament has the same ones.
func TestLabels(t *testing.T) {
	const count = 600
	shuffled := rand.New(rand.NewPCG(1, 1)).Perm(count)
	for name, nth := range map[string]func(i int) int{
		"ascending":  func(i int) int { return i },
		"descending": func(i int) int { return count - i },
		"inward":     func(i int) int { return i/2 + i%2*(2*count-i) },
		"random":     func(i int) int { return shuffled[i] },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSorter(Options{})
			for i := range count {
				c, err := s.Add(fmt.Sprintf("%06d", nth(i)))
				require.NoError(t, err)
				require.NoError(t, s.Activate(c))
			}
			require.Len(t, requireNameOrder(t, &s.tree), count)
			s.checkInvariants()
		})
	}
}

// Where labels are next to each other, those around are spread, the ends of
// the range of labels included.
func TestLabelsAreSpread(t *testing.T) {
	for _, first := range []uint64{1, 1 << 40, ^uint64(0) - 5} {
		var tr tree
		tr.init()
		for i, name := range []string{"b", "d", "f", "h", "j"} {
			n := insert(&tr, name)
			tr.tags[n].label = first + uint64(i)
		}
		for _, name := range []string{"a", "c", "e", "g", "i", "k"} {
			insert(&tr, name)
		}
		names := requireNameOrder(t, &tr)
		require.Equal(t, []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"}, names)
	}
}

// Additions and removals keep the order, and spreading reaches the tournament.
func TestOrderUnderChurn(t *testing.T) {
	s := newSorter(Options{})
	r := rand.New(rand.NewPCG(2, 2))
	names := map[string]Client{}
	for range 4_000 {
		// Few distinct places, so that names pile up between neighbours.
		name := fmt.Sprintf("%d", r.IntN(4))
		for range r.IntN(12) {
			name += string(rune('0' + r.IntN(2)))
		}
		if c, ok := names[name]; ok {
			require.NoError(t, s.Remove(c))
			delete(names, name)
			continue
		}
		c, err := s.Add(name)
		require.NoError(t, err)
		require.NoError(t, s.Activate(c))
		names[name] = c
	}
	s.checkInvariants()
	var got []string
	for _, c := range s.Sort(nil) {
		got = append(got, s.Path(c))
	}
	require.Equal(t, requireNameOrder(t, &s.tree), got)
	require.Len(t, got, len(names))
}
