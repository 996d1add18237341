package world

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/history"
)

func bag(t *testing.T, resources string) Bag {
	t.Helper()
	op, err := history.ParseShort("agent a " + resources)
	require.NoError(t, err)
	return BagOf(op.(*history.AddAgent).Total)
}

func TestBag(t *testing.T) {
	for _, c := range []struct{ a, b, sum, rest string }{
		{"cpus:1", "cpus:0.4", "cpus:1.4", "cpus:0.6"},
		{"cpus:1", "cpus:2", "cpus:3", ""},
		{"cpus:1", "cpus{rev}:1", "cpus:1 cpus{rev}:1", "cpus:1"},
		{"ports:[1-9]", "ports:[3-4]", "ports:[1-9]", "ports:[1-2,5-9]"},
		{"ports:[1-3,7-9]", "ports:[3-7]", "ports:[1-9]", "ports:[1-2,8-9]"},
		{"zones:{a,b}", "zones:{b,c}", "zones:{a,b,c}", "zones:{a}"},
		{"disk[MOUNT:/m]:5", "disk[MOUNT:/m]:5", "disk[MOUNT:/m]:5 disk[MOUNT:/m]:5", ""},
		{"disk[MOUNT:/m]:5", "disk[MOUNT:/m]:4", "disk[MOUNT:/m]:5 disk[MOUNT:/m]:4", "disk[MOUNT:/m]:5"},
	} {
		a, b := bag(t, c.a), bag(t, c.b)
		require.Equal(t, bag(t, c.sum), a.Plus(b), "%s + %s", c.a, c.b)
		require.Equal(t, bag(t, c.rest).Resources(), a.Minus(b).Resources(), "%s - %s", c.a, c.b)
		require.True(t, a.Plus(b).Contains(a))
		back := a.Minus(b).Plus(b)
		require.Equal(t, a.Contains(b), a.Contains(back) && back.Contains(a), "%s, %s", c.a, c.b)
	}
}
