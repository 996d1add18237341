package sequence

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// Handles of those who are gone are told, unless the host knows only who is there.
func TestHandlesOfThoseWhoAreGone(t *testing.T) {
	p := Player{}
	for n := range uint32(2) {
		p.agents.put(n, alloc.AgentID(7+n))
		p.frameworks.put(n, alloc.FrameworkID(5+n))
	}
	p.agents.remove(1)
	p.frameworks.remove(1)
	for _, current := range []bool{false, true} {
		p.Current = current
		gone, left := alloc.AgentID(8), alloc.FrameworkID(6)
		if current {
			gone, left = 0, 0
		}
		require.Equal(t, []alloc.AgentID{7, gone, 0}, []alloc.AgentID{p.Agent(0), p.Agent(1), p.Agent(2)})
		require.Equal(t, []alloc.FrameworkID{5, left, 0}, []alloc.FrameworkID{p.Framework(0), p.Framework(1), p.Framework(2)})
	}
}

// counting is asked for numbers.
type counting struct {
	Target
	asked uint64
}

func (c *counting) Do(calls.Call) (uint64, error) {
	c.asked++
	return 10 * c.asked, nil
}

// Handles of what is named are declared once, and none after a fault.
func TestHandlesAreDeclaredOnce(t *testing.T) {
	counter := &counting{}
	p := Player{Target: counter}
	declare := func() calls.Call { return &calls.InternRole{} }
	for range 2 {
		require.Equal(t, alloc.RoleID(10), declared(&p, &p.roles, 3, declare))
	}
	require.Equal(t, alloc.RoleID(20), declared(&p, &p.roles, 4, declare))
	require.Equal(t, 2, p.Named)
	p.err = errors.New("a fault")
	require.Zero(t, declared(&p, &p.roles, 5, declare))
	require.Equal(t, alloc.RoleID(10), declared(&p, &p.roles, 3, declare))
	require.EqualValues(t, 2, counter.asked)
}
