package live

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// An agent that takes the place of one that has gone has a name of its own.
func TestAgentsAreFoundByName(t *testing.T) {
	w := newWorld(t)
	f := NewFeed(Options{Every: -1})
	found := func(text string) (names []any) {
		for _, x := range w.ask(f, "find?agent="+text, explain.Hidden{})["agents"].([]any) {
			names = append(names, x.(map[string]any)["name"])
		}
		return names
	}
	require.Equal(t, []any{"a1", "a2"}, found(""))
	require.Equal(t, []any{"a2"}, found("2"))
	require.NoError(t, w.RemoveAgent(w.first))
	require.Equal(t, []any{"a2"}, found("a"))
	need(w.AddAgent(alloc.AgentInfo{ID: "b1"}))(t)
	require.ElementsMatch(t, []any{"a2", "b1"}, found(""))
	require.Empty(t, found("a1"))
}

// What of a search by name is done in the thread of the allocator's calls, and all of it.
func BenchmarkFind(b *testing.B) {
	a, f := newLarge(b, 50000), NewFeed(Options{})
	b.Run("thread", func(b *testing.B) {
		for b.Loop() {
			_, _ = f.Ask(&a.View, "find?agent=agent-4999", explain.Hidden{})
		}
	})
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			answer, _ := f.Ask(&a.View, "find?agent=agent-4999", explain.Hidden{})
			_, _ = answer()
		}
	})
}
