package core

import (
	"fmt"
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/stretchr/testify/require"
)

// What an agent has in all is nobody else's, whatever agents of the same shape become.
func TestAgentsHaveTotalsOfTheirOwn(t *testing.T) {
	a, err := New(alloc.Options{})
	require.NoError(t, err)
	cpus := need(a.InternKind(alloc.Kind{Name: "cpus"}))(t)
	ports := need(a.InternKind(alloc.Kind{Name: "ports", Type: alloc.Ranges}))(t)
	of := func(n int) []alloc.Resource {
		return []alloc.Resource{alloc.ScalarOf(cpus, 1000), alloc.IntervalOf(ports, 1, uint64(n))}
	}
	want := map[alloc.AgentID][]alloc.Resource{}
	check := func() {
		t.Helper()
		require.NoError(t, a.Validate())
		for id, total := range want {
			require.Equal(t, total, need(a.AgentTotal(nil, id))(t))
		}
	}
	add := func(i, n int) alloc.AgentID {
		id := need(a.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i), Total: of(n)}))(t)
		want[id] = of(n)
		return id
	}
	var ids []alloc.AgentID
	for i := range 9 {
		ids = append(ids, add(i, i%3+1))
	}
	require.NoError(t, a.AddResourceProvider(ids[0], nil, nil)) // which changes nothing
	check()

	for _, n := range []int{7, 1, 8} { // to another shape, back, and on
		total := of(n)
		require.NoError(t, a.UpdateAgent(ids[0], alloc.AgentUpdate{Total: &total}))
		want[ids[0]] = total
		check()
	}
	for _, id := range []alloc.AgentID{ids[0], ids[1]} { // with another total than at first, and with the same
		require.NoError(t, a.RemoveAgent(id))
		delete(want, id)
		check()
	}
	for i := range 2 {
		add(i, 1)
	}
	check()
}
