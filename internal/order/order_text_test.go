package order

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
)

// TestOrderTextTellsSortersApart changes one thing at a time, of which each can
// change who comes first.
func TestOrderTextTellsSortersApart(t *testing.T) {
	order := func(change func(s *Sorter, c []Client)) string {
		s := newSorter(Options{})
		var clients []Client
		for _, path := range []string{"a", "a/b", "a/b/c", "d/e"} {
			c, err := s.Add(path)
			require.NoError(t, err)
			clients = append(clients, c)
		}
		change(s, clients)
		return string(s.AppendOrder(nil))
	}
	texts := map[string]string{}
	for name, change := range map[string]func(s *Sorter, c []Client){
		"nothing":   func(s *Sorter, c []Client) {},
		"active":    func(s *Sorter, c []Client) { require.NoError(t, s.Activate(c[1])) },
		"looked up": func(s *Sorter, c []Client) { s.Sort(nil) },
		"weight":    func(s *Sorter, c []Client) { require.NoError(t, s.SetWeight("d/e", 2)); s.Sort(nil) },
		"picked":    func(s *Sorter, c []Client) { s.Allocated(c[2], quantities.Row{}) },
		"another":   func(s *Sorter, c []Client) { s.Allocated(c[1], quantities.Row{}) },
		"gone":      func(s *Sorter, c []Client) { require.NoError(t, s.Remove(c[2])) },
		"picked & gone": func(s *Sorter, c []Client) {
			s.Allocated(c[2], quantities.Row{})
			require.NoError(t, s.Remove(c[2]))
		},
	} {
		text := order(change)
		require.Equal(t, text, order(change), name)
		require.NotContains(t, texts, text, "%s like %s", name, texts[text])
		texts[text] = name
	}
}

// TestUnweightedOrderIsThatBeforeWeightsAreLookedUp: who has been asked about others has looked
// up more weights.
func TestUnweightedOrderIsThatBeforeWeightsAreLookedUp(t *testing.T) {
	s := newSorter(Options{})
	for _, path := range []string{"a", "b"} {
		c, err := s.Add(path)
		require.NoError(t, err)
		require.NoError(t, s.Activate(c))
	}
	order, unweighted := s.AppendOrder(nil), s.AppendUnweightedOrder(nil)
	s.Sort(nil)
	require.NotEqual(t, order, s.AppendOrder(nil))
	require.Equal(t, unweighted, s.AppendUnweightedOrder(nil))
}
